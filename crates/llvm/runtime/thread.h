// Threads: what pthread_t and thrd_t have in common. A handle is the thread's number plus one.
#ifndef THREAD_H
#define THREAD_H

#include "tp.h"
#include <errno.h>

// The memory that belongs to a thread. The engine writes `ended`, and `value` when the thread's
// body returns.
struct thread_block {
    uint32_t ended;
    uint32_t state;
    void *value;
};

enum { THREAD_JOINABLE, THREAD_DETACHED, THREAD_JOINED };

// `ended` and `state` as one word, for a thread that has ended.
#define THREAD_ENDED(state) ((uint64_t)(state) << 32 | 1)

#define THREADS_MAX 4000

static inline struct thread_block *thread_block(unsigned long handle) {
    if (handle == 0 || handle > THREADS_MAX)
        tp_misuse("use of a thread that was never created");
    return (struct thread_block *)__tp_thread_block((unsigned)handle - 1);
}

static inline unsigned long thread_create(void *(*body)(void *), void *argument, int detached) {
    unsigned long handle = __tp_spawn(body, argument) + 1ul;
    if (detached)
        tp_store(&thread_block(handle)->state, THREAD_DETACHED);
    return handle;
}

// Part of the step that saw the end of the thread: all of a thread's block but `ended` is
// bookkeeping, and the engine makes no step of an access to it. `value` may be null.
static inline void thread_reap(struct thread_block *block, uint32_t state, void **value) {
    if (state != THREAD_JOINABLE)
        tp_misuse(state == THREAD_JOINED ? "join of a thread that was joined already"
                                         : "join of a detached thread");
    tp_store(&block->state, THREAD_JOINED);
    if (value)
        *value = tp_load(&block->value);
}

static inline int thread_join(unsigned long handle, void **value) {
    if (handle == tp_me())
        return EDEADLK;
    struct thread_block *block = thread_block(handle);
    uint64_t word =
        __tp_await_one_of(block, 8, THREAD_ENDED(THREAD_JOINABLE), THREAD_ENDED(THREAD_DETACHED),
                          THREAD_ENDED(THREAD_JOINED), TP_WAIT_JOIN);
    thread_reap(block, (uint32_t)(word >> 32), value);
    return 0;
}

// A timed join is this too, as a timed lock is a try-lock.
static inline int thread_try_join(unsigned long handle, void **value, int busy) {
    if (handle == tp_me())
        return EDEADLK;
    struct thread_block *block = thread_block(handle);
    int result = 0;
    __tp_atomic_begin();
    if (tp_load(&block->ended))
        thread_reap(block, tp_load(&block->state), value);
    else
        result = busy;
    __tp_atomic_end();
    return result;
}

static inline void thread_detach(unsigned long handle) {
    struct thread_block *block = thread_block(handle);
    __tp_atomic_begin();
    uint32_t state = tp_load(&block->state);
    if (state == THREAD_DETACHED)
        tp_misuse("detach of a detached thread");
    if (state == THREAD_JOINED)
        tp_misuse("detach of a thread that was joined already");
    tp_store(&block->state, THREAD_DETACHED);
    __tp_atomic_end();
}

// The end of a thread before its body returns. In thread_end.c.
void tp_thread_finish(void);

static inline __attribute__((noreturn)) void thread_exit(void *value) {
    tp_store(&thread_block(tp_me())->value, value);
    tp_thread_finish();
    __tp_exit_thread();
}

#endif
