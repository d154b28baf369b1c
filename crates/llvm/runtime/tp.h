// The operations that the modelled library is written in, and the rules for writing it.
//
// README
// ------
// The files of this folder are a model of the C and C++ libraries, linked as LLVM bitcode into
// the program under test. How to compile them:
//
//   clang-22   -std=gnu11   FLAGS -c -emit-llvm FILE.c
//   clang++-22 -std=gnu++17 FLAGS -fno-rtti -fno-threadsafe-statics -c -emit-llvm FILE.cpp
//   (with -fexceptions instead of -fno-rtti for cxx_standard_exceptions.cpp)
//   FLAGS = -O1 -g0 -fno-builtin -fno-exceptions -fno-strict-aliasing -fwrapv
//           -fno-delete-null-pointer-checks -fno-stack-protector -fno-unroll-loops
//           -fno-vectorize -fno-slp-vectorize -fno-asynchronous-unwind-tables -fno-jump-tables
//           -fno-discard-value-names -ffp-contract=off
//           -U_FORTIFY_SOURCE -D_GNU_SOURCE -D__NO_INLINE__
//
// -O1 is safe here because every access to memory that threads share through the library is a C
// atomic one or sits next to a call that the compiler cannot see into; -fno-builtin keeps loops
// from becoming calls of the very functions that they define. -g0: a failure inside the library
// is shown at the user's call.
//
// Rules:
// * Every symbol is WEAK or static: a definition in the user's files wins, and a program gets only
//   what it needs. What one library function needs of another is a static function of a header
//   or has a name of its own, `tp_…`.
// * A function `__tp_instead_NAME` takes the place of a function NAME that the user's files define: of
//   an idiom, or of a template of a header, that means less than it does.
// * A primitive is one atomic section, and so one step. An await comes first in it; a choice
//   occurs at most once; user code is never called inside.
// * A step touches as few words as it can, only reads where nothing changes, and never shares
//   words between two objects of the user: what it touches decides how many executions there are.
// * Synchronisation words are accessed atomically, so they are no data races; initialisation is
//   plain, so that using an object while it is initialised is one. A read that does not
//   synchronise (a failed try-lock) is relaxed.
// * State lives in the bytes of the user's object, where the system's own static initialisers
//   leave zero.
#ifndef TP_H
#define TP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEAK __attribute__((weak))

// Indices into `Predicate::ALL`.
enum tp_predicate { TP_EQ, TP_NE, TP_ULT, TP_ULE, TP_UGT, TP_UGE, TP_SLT, TP_SLE, TP_SGT, TP_SGE };

// Indices into `Wait::ALL`.
enum tp_wait {
    TP_WAIT_MUTEX,
    TP_WAIT_READER,
    TP_WAIT_WRITER,
    TP_WAIT_SPIN,
    TP_WAIT_CONDITION,
    TP_WAIT_SEMAPHORE,
    TP_WAIT_BARRIER,
    TP_WAIT_JOIN,
    TP_WAIT_ONCE,
    TP_WAIT_AWAIT,
    // Those between are the front end's own.
    TP_WAIT_PARK = 13,
    TP_WAIT_CHANNEL,
};

// Indices into `ErrorKind::ALL`.
enum tp_error {
    TP_ASSERTION,
    TP_ABORT,
    TP_NULL_DEREF,
    TP_OUT_OF_BOUNDS,
    TP_USE_AFTER_FREE,
    TP_DOUBLE_FREE,
    TP_INVALID_FREE,
    TP_UNINITIALIZED,
    TP_DIVISION_BY_ZERO,
    TP_DEADLOCK,
    TP_LIVELOCK,
    TP_DATA_RACE,
    TP_MUTEX_MISUSE,
    TP_LEAK,
    TP_STACK_OVERFLOW,
    TP_UNREACHABLE,
    TP_NONDETERMINISM,
    TP_PANIC,
};

void __tp_atomic_begin(void);
void __tp_atomic_end(void);
uint64_t __tp_await(void *p, int size, int predicate, uint64_t value, int why);
uint64_t __tp_await_one_of(void *p, int size, uint64_t a, uint64_t b, uint64_t c, int why);
unsigned __tp_spawn(void *(*body)(void *), void *argument);
unsigned __tp_self(void) __attribute__((const));
unsigned __tp_release_acquire(void) __attribute__((const));
unsigned __tp_weak_memory(void) __attribute__((const));
unsigned __tp_locks_along(void);
void *__tp_thread_block(unsigned thread) __attribute__((const));
void __tp_exit_thread(void) __attribute__((noreturn));
void __tp_exit_program(void) __attribute__((noreturn));
void __tp_assume(int condition);
void __tp_fail(int kind, const char *message) __attribute__((noreturn));
void __tp_unsupported(const char *message) __attribute__((noreturn));
void __tp_incomplete(const char *message);
// Something is taken for granted about the world around the program: reports say so.
void __tp_note(const char *message);
// The four bytes at `p`, with zeros for those that were never written.
uint32_t __tp_remains(void *p);
unsigned __tp_choice(unsigned options);
void *__tp_allocate(uint64_t size, int zeroed);
void __tp_free(void *p);
uint64_t __tp_size_of(void *p);
int __tp_print(const char *format, ...);
// Leaves the running function with a C++ exception, also if that is C.
void __tp_throw(void *thrown) __attribute__((noreturn));
// Calls `f`, and returns what it throws or null.
void *__tp_call(void (*f)(void *), void *argument);

// Called by a thread (main too) whose body has returned, if the program uses it at all; see
// thread_end.c.
void __tp_thread_end(void);

#define tp_load(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define tp_peek(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define tp_store(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

// A thread as its objects name it: never 0, which means nobody.
static inline uint32_t tp_me(void) { return __tp_self() + 1; }

// Can the word be the name of a thread? What is in an object before its initialisation may come from another use of
// its memory, and is then hardly so small.
static inline int tp_is_thread(uint32_t word) { return word && word <= 4000; }

static inline __attribute__((noreturn, always_inline)) void tp_misuse(const char *message) {
    __tp_fail(TP_MUTEX_MISUSE, message);
}

#ifdef __cplusplus
}
#endif
#endif
