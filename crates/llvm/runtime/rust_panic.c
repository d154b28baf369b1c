// Panics of Rust: the standard library counts and prints them, and raises an exception, which the front end carries
// from function to function. A panic is an error where it happens if nobody can catch it: no call of the user's code,
// and nobody who joins the thread.
#include "thread.h"
#include <unistd.h>

// In the thread's block, where an access is no step.
struct panic {
    // The message of a panic that has reached the end of the thread, or is about to.
    char *text;
    // Calls of the user's that catch panics and are not over.
    uint32_t tries;
};
static struct panic *panic_of(unsigned thread) { return (struct panic *)((char *)__tp_thread_block(thread) + 24); }
static struct panic *mine(void) { return panic_of(__tp_self()); }

WEAK void __tp_lib_rust_user_begin(void) { tp_store(&mine()->tries, 0); }
WEAK void __tp_lib_rust_try_begin(void) { tp_store(&mine()->tries, tp_load(&mine()->tries) + 1); }
WEAK void __tp_lib_rust_try_end(void) { tp_store(&mine()->tries, tp_load(&mine()->tries) - 1); }

// What the running thread has written to the standard error last: before a panic, its message.
enum { TEXT = 512 };
static _Thread_local char text[TEXT];

static int begins_with(const char *from, size_t size, const char *word) {
    for (size_t i = 0; word[i]; i++)
        if (i >= size || from[i] != word[i])
            return 0;
    return 1;
}

// The message itself comes after a line that says which thread panicked, and where.
static void keep(const char *from, size_t size) {
    size_t at = 0;
    if (begins_with(from, size, "\nthread "))
        for (at = 2; at < size && from[at - 1] != '\n'; at++)
            ;
    size_t kept = 0;
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
}
WEAK ssize_t __tp_rust_write(int file, const char *from, size_t size) {
    // Advice that concerns nobody here.
    if (begins_with(from, size, "note: run with"))
        return (ssize_t)size;
    if (file == STDERR_FILENO)
        keep(from, size);
    return write(file, from, size);
}

WEAK int _Unwind_RaiseException(void *exception) {
    struct panic *p = mine();
    if (!tp_load(&p->tries)) {
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

// Whoever drops the handle of a thread never looks at its panic.
WEAK int __tp_rust_detach(unsigned long handle) {
    char *panicked = tp_load(&panic_of((unsigned)handle - 1)->text);
    if (panicked)
        __tp_fail(TP_PANIC, panicked);
    thread_detach(handle);
    return 0;
}
