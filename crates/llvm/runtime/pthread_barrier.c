// Barriers. The last thread to arrive wakes the others and is the serial one. The others wait
// for flags of their own, so the barrier may be used again or destroyed at once.
#include "waiters.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>

struct barrier {
    struct waiter *waiters;
    // How many threads it takes; 0 before initialisation and after destruction.
    uint32_t needed;
    uint32_t arrived;
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "fits");

static struct barrier *of(pthread_barrier_t *barrier) { return (struct barrier *)barrier; }

// Does a thread wait at what is in the memory of a barrier that is to be initialised? Anything else there means nothing.
static int has_waiters(struct barrier *b) {
    uint32_t arrived = __tp_remains(&b->arrived);
    return tp_is_thread(arrived) && arrived < __tp_remains(&b->needed);
}

WEAK int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                              unsigned count) {
    (void)attributes;
    if (count == 0 || count > INT_MAX)
        return EINVAL;
    struct barrier *b = of(barrier);
    if (has_waiters(b))
        tp_misuse("initialisation of a barrier that a thread waits at");
    __tp_atomic_begin();
    b->waiters = 0;
    b->needed = count;
    b->arrived = 0;
    __tp_atomic_end();
    return 0;
}

WEAK int pthread_barrier_wait(pthread_barrier_t *barrier) {
    struct barrier *b = of(barrier);
    struct waiter wakeup;
    __tp_atomic_begin();
    uint32_t needed = tp_load(&b->needed);
    if (!needed)
        tp_misuse("wait at a barrier that is not initialised");
    uint32_t arrived = tp_load(&b->arrived) + 1;
    int last = arrived == needed;
    tp_store(&b->arrived, last ? 0 : arrived);
    if (last)
        waiters_wake_all(&b->waiters);
    else
        waiters_add(&b->waiters, &wakeup);
    __tp_atomic_end();
    if (last)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    __tp_await(&wakeup.woken, 4, TP_EQ, 1, TP_WAIT_BARRIER);
    return 0;
}

WEAK int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    struct barrier *b = of(barrier);
    __tp_atomic_begin();
    if (!tp_load(&b->needed))
        tp_misuse("destroy of a barrier that is not initialised");
    if (tp_load(&b->arrived))
        tp_misuse("destroy of a barrier that a thread waits at");
    tp_store(&b->needed, 0);
    __tp_atomic_end();
    return 0;
}

WEAK int pthread_barrierattr_init(pthread_barrierattr_t *attributes) {
    *(int *)attributes = PTHREAD_PROCESS_PRIVATE;
    return 0;
}
WEAK int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes) {
    (void)attributes;
    return 0;
}
WEAK int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *(int *)attributes = shared;
    return 0;
}
WEAK int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *shared) {
    *shared = *(const int *)attributes;
    return 0;
}
