// Panics of Rust: the standard library counts and prints them, and raises an exception, which the front end carries
// from function to function. A panic is an error where it happens if nobody can catch it: no call of the user's code,
// and nobody who joins the thread.
#include "rust_loom.h"
#include "rust_thread.h"
#include <stdlib.h>
#include <unistd.h>

WEAK void __tp_lib_rust_user_begin(void) { tp_store(&rust_self()->tries, 0); }
WEAK void __tp_lib_rust_try_begin(void) { tp_store(&rust_self()->tries, tp_load(&rust_self()->tries) + 1); }
WEAK void __tp_lib_rust_try_end(void) { tp_store(&rust_self()->tries, tp_load(&rust_self()->tries) - 1); }

// For the front end: the closure of a scope begins. The scope catches its panic only to wait for the threads, and hands it
// on; so the panic is an error where it happens, unless somebody else catches it. `tp_rust_scope_caught` makes up for it.
WEAK void __tp_lib_rust_scope_begin(void) {
    tp_store(&rust_self()->scopes, tp_load(&rust_self()->scopes) + 1);
    __tp_lib_rust_try_end();
}
WEAK void tp_rust_scope_caught(void) {
    uint16_t scopes = tp_load(&rust_self()->scopes);
    if (!scopes)
        return;
    tp_store(&rust_self()->scopes, scopes - 1);
    __tp_lib_rust_try_begin();
}

// What a thread has written to the standard error last: before a panic, its message. It outlives the thread, whose
// panic another one may raise again; threads behind the first ones keep theirs for themselves.
enum { TEXT = 512, FIRST_THREADS = 16 };
static char texts[FIRST_THREADS][TEXT];
static _Thread_local char text_of_other[TEXT];
static char *own_text(void) {
    unsigned self = __tp_self();
    return self < FIRST_THREADS ? texts[self] : text_of_other;
}
// The payloads of the last panics of these threads.
static void *payloads[FIRST_THREADS];
// The characters of a line that is not over yet: what comes next belongs to it.
static _Thread_local size_t begun;

static int begins_with(const char *from, size_t size, const char *word) {
    for (size_t i = 0; word[i]; i++)
        if (i >= size || from[i] != word[i])
            return 0;
    return 1;
}

// The message itself comes after a line that says which thread panicked, and where.
static void keep(const char *from, size_t size) {
    char *text = own_text();
    size_t at = 0;
    size_t kept = begun;
    if (begins_with(from, size, "\nthread ")) {
        kept = 0;
        for (at = 2; at < size && from[at - 1] != '\n'; at++)
            ;
    }
    // Of several lines one becomes.
    int begins_line = 0;
    for (; at < size && kept < TEXT - 3; at++) {
        if (from[at] == '\n' || (from[at] == ' ' && begins_line)) {
            begins_line = 1;
            continue;
        }
        if (begins_line) {
            text[kept++] = ',';
            text[kept++] = ' ';
            begins_line = 0;
        }
        text[kept++] = from[at];
    }
    text[kept] = 0;
    begun = size && from[size - 1] != '\n' ? kept : 0;
}
// The library has said that it ends the program because of the panic whose message comes before.
static _Thread_local _Bool gives_up;

WEAK ssize_t __tp_rust_write(int file, const char *from, size_t size) {
    // Advice that concerns nobody here.
    if (begins_with(from, size, "note: run with"))
        return (ssize_t)size;
    if (file == STDERR_FILENO) {
        gives_up = begins_with(from, size, "thread caused non-unwinding panic") ||
                   begins_with(from, size, "thread panicked while processing panic");
        if (!gives_up)
            keep(from, size);
    }
    return write(file, from, size);
}
WEAK void __tp_rust_abort(void) {
    char *text = own_text();
    __tp_fail(TP_ABORT, gives_up || begins_with(text, TEXT, "fatal runtime error") ? text : "abort() was called");
}

// The main thread runs a test that should panic, whose harness catches the panic: destructors run.
static _Bool should_panic;
// The message of the panic that reaches the harness. Destructors may write others.
static char expected[TEXT];

WEAK void __tp_rust_should_panic(void (*test)(void *)) {
    tp_store(&should_panic, 1);
    if (!__tp_call(test, 0))
        return;
    tp_rust_panics();
    __tp_fail(TP_PANIC, expected);
}

// An exception of Rust. The payload is a boxed object of the thread that panics, and its table of functions.
struct rust_exception {
    uint64_t class;
    void *cleanup;
    uint64_t private[2];
    const char *canary;
    void *payload;
    void *table;
};

// The message of a panic. Whoever raises one again prints none; heaps have numbers by which the first thread is known.
static char *message_of(const struct rust_exception *exception) {
    void *payload = tp_load(&exception->payload);
    uint64_t heap = (uint64_t)payload >> 34;
    uint64_t first = heap / 2;
    if (heap % 2 && first < FIRST_THREADS && tp_load(&payloads[first]) == payload)
        return texts[first];
    if (__tp_self() < FIRST_THREADS)
        tp_store(&payloads[__tp_self()], payload);
    char *text = own_text();
    return text[0] ? text : "a panic without a message";
}

WEAK int _Unwind_RaiseException(void *exception) {
    char *text = message_of(exception);
    struct rust_thread *p = rust_self();
    if (!tp_load(&p->tries)) {
        if (!__tp_self()) {
            if (tp_load(&should_panic)) {
                for (size_t i = 0; i < TEXT; i++)
                    expected[i] = text[i];
                __tp_throw(exception);
            }
            tp_rust_panics();
        }
        if (!__tp_self() || tp_load(&thread_block(tp_me())->state) == THREAD_DETACHED)
            __tp_fail(TP_PANIC, text);
        tp_store(&p->text, &text[0]);
    }
    __tp_throw(exception);
}
WEAK void _Unwind_DeleteException(void *exception) {
    (void)exception;
    __tp_unsupported("an exception of another language in Rust");
}

// For the front end: the error that the program or a test returns has just been written.
static void fail_with(int kind, const char *begin, const char *words, size_t length) {
    static _Thread_local char message[TEXT + 16];
    size_t at = 0;
    for (; begin[at]; at++)
        message[at] = begin[at];
    for (size_t i = 0; i < length && words[i] && at < sizeof message - 1; i++)
        message[at++] = words[i];
    message[at] = 0;
    __tp_fail(kind, message);
}
WEAK void __tp_lib_rust_returned_error(void) {
    const char *error = "Error: ";
    char *text = own_text();
    fail_with(TP_PANIC, "returned Err: ", begins_with(text, TEXT, error) ? &text[7] : text, TEXT);
}
// The result of a test as its harness sees it: the place of a string says that there is none, and all is well.
struct rust_test_result {
    uint64_t capacity;
    const char *words;
    uint64_t length;
};
WEAK void __tp_rust_test_ended(const struct rust_test_result *result) {
    if (tp_load(&result->capacity) != (uint64_t)1 << 63)
        fail_with(TP_PANIC, "", tp_load(&result->words), tp_load(&result->length));
}

// A test that ends its process ends its harness with it, whose verdict is the status. So another one than 0 fails, even
// if the test should panic.
WEAK void __tp_rust_test_exits(int status) {
    unsigned code = (unsigned char)status;
    if (!code)
        exit(0);
    char digits[3] = {(char)('0' + code / 100), (char)('0' + code / 10 % 10), (char)('0' + code % 10)};
    size_t from = code > 99 ? 0 : code > 9 ? 1 : 2;
    fail_with(TP_ABORT, "the test ended its process with exit code ", &digits[from], 3 - from);
}
