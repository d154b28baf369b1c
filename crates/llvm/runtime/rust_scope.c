// Scopes of threads, and the results of threads that nobody joins.
//
// Rust counts the threads of a scope down as they end, and the references to the result of a thread: that of the thread,
// and that of its handle. In which order threads end, and whether a handle is dropped before the thread's end, makes no
// difference to anybody, but each order would be an execution of its own. So whoever drops a handle puts the thread into
// a list of its scope, and the scope waits for each of them by itself, as joins do.
//
// This is right for results whose destructors nobody can see: they are not run here. All others are counted as Rust does.
#include "rust_thread.h"

// The word of a scope: the number of its threads that have not ended and are not in its list, and the first one in its
// list, as a handle.
enum { COUNT = 32 };
#define ONE ((uint64_t)1 << COUNT)

// The scope of the thread that is about to be created.
static _Thread_local uint64_t *spawning;

// For the front end: a thread begins in a scope. The result is the number that there were: not too many.
WEAK uint64_t __tp_lib_rust_scope_enter(uint64_t *scope) {
    spawning = scope;
    __atomic_fetch_add(scope, ONE, __ATOMIC_RELAXED);
    return 0;
}
WEAK uint64_t __tp_lib_rust_scope_enter_as_written(uint64_t *scope) {
    spawning = scope;
    return __atomic_fetch_add(scope, 1, __ATOMIC_RELAXED);
}
WEAK void __tp_lib_rust_created(unsigned long handle) {
    if (!spawning)
        return;
    tp_store(&rust_thread((unsigned)handle - 1)->scope, spawning);
    spawning = 0;
}
// It has ended. The result is none for which the scope would have to be woken: it waits for the word.
WEAK uint64_t __tp_lib_rust_scope_leave(uint64_t *scope) {
    __atomic_fetch_sub(scope, ONE, __ATOMIC_RELEASE);
    return 2;
}

// Whoever drops the handle of a thread never looks at its panic; a scope does.
WEAK int __tp_rust_detach(unsigned long handle) {
    struct rust_thread *thread = rust_thread((unsigned)handle - 1);
    tp_store(&rust_self()->dropping, (uint32_t)handle);
    if (tp_load(&thread->scope))
        return 0;
    char *panic = tp_load(&thread->text);
    if (panic)
        __tp_fail(TP_PANIC, panic);
    thread_detach(handle);
    return 0;
}

// For the front end: a reference to the result of a thread is dropped. The result is the number that there were.
WEAK uint64_t __tp_lib_rust_packet_drop(uint64_t *references) {
    uint32_t handle = tp_load(&rust_self()->dropping);
    tp_store(&rust_self()->dropping, 0);
    // By the thread itself, or after a join.
    if (!handle)
        return __atomic_fetch_sub(references, 1, __ATOMIC_RELEASE);
    struct rust_thread *thread = rust_thread(handle - 1);
    uint64_t *scope = tp_load(&thread->scope);
    if (!scope)
        return 2;
    tp_store(&thread->packet, references);
    __tp_atomic_begin();
    uint64_t word = tp_load(scope);
    tp_store(scope, word - ONE - (uint32_t)word + handle);
    __tp_atomic_end();
    tp_store(&thread->next, (uint32_t)word);
    return 2;
}
// The same for a result whose destructor matters.
WEAK uint64_t __tp_lib_rust_packet_count(uint64_t *references) {
    tp_store(&rust_self()->dropping, 0);
    return __atomic_fetch_sub(references, 1, __ATOMIC_RELEASE);
}

// For the front end: the end of a scope, which waits until no thread runs in it. The result is the number of those.
WEAK uint64_t __tp_lib_rust_scope_wait(uint64_t *scope) {
    tp_rust_scope_caught();
    tp_store(&rust_self()->panicked, 0);
    for (;;) {
        // A thread that was waited for may have begun others.
        __tp_atomic_begin();
        uint32_t handle = (uint32_t)__tp_await(scope, 8, TP_ULT, ONE, TP_WAIT_JOIN);
        struct rust_thread *thread = rust_thread(handle - 1);
        if (handle)
            tp_store(scope, tp_load(&thread->next));
        __tp_atomic_end();
        if (!handle)
            return 0;
        __tp_await(tp_load(&thread->packet), 8, TP_EQ, 1, TP_WAIT_JOIN);
        if (tp_load(&thread->text))
            tp_store(&rust_self()->panicked, 1);
    }
}
WEAK uint8_t __tp_lib_rust_scope_panicked(uint8_t *flag) { return tp_load(&rust_self()->panicked) | tp_peek(flag); }
