// Condition variables: what pthread_cond_t and cnd_t have in common.
//
// A wait is three steps: enqueue and release the mutex at once, be woken, lock again. A signal
// wakes any one of the threads that wait at that time; one without waiters only reads. There are
// no spurious wake-ups, although POSIX permits them.
//
// A timed wait has no choice in it: its second step is always possible, and what it finds says
// whether the signal came first. Placing that step before or after the signal is the search's work.
#ifndef CONDITION_H
#define CONDITION_H

#include "mutex.h"
#include "waiters.h"

struct condition {
    struct waiter *waiters;
};

#define CONDITION_DESTROYED ((struct waiter *)1)

static inline void condition_init(struct condition *c) { c->waiters = 0; }

// The condition variable is touched first, because a step is named after what it touches first.
static inline void condition_enqueue(struct condition *c, struct mutex *m, struct waiter *wakeup) {
    __tp_atomic_begin();
    if (tp_peek(&c->waiters) == CONDITION_DESTROYED)
        tp_misuse("wait on a destroyed condition variable");
    if (tp_load(&m->owner) != tp_me())
        tp_misuse("wait on a condition variable without holding the mutex");
    waiters_add(&c->waiters, wakeup);
    mutex_release(m);
    __tp_atomic_end();
}

// `wakeup` is a variable of the caller, here and below.
static inline void condition_wait(struct condition *c, struct mutex *m, struct waiter *wakeup) {
    condition_enqueue(c, m, wakeup);
    __tp_await(&wakeup->woken, 4, TP_EQ, 1, TP_WAIT_CONDITION);
    mutex_lock(m);
}

// Returns whether it was woken in time.
static inline int condition_timed_wait(struct condition *c, struct mutex *m, struct waiter *wakeup) {
    condition_enqueue(c, m, wakeup);
    __tp_atomic_begin();
    int woken = tp_load(&wakeup->woken);
    if (!woken)
        waiters_remove(&c->waiters, wakeup);
    __tp_atomic_end();
    mutex_lock(m);
    return woken;
}

// Whether anybody waits; a read only if nobody does. A signal that finds somebody changes the line, which has to be known before
// it looks at those who wait: whoever was in an older line may be gone.
static inline int condition_has_waiters(struct condition *c) {
    struct waiter *first = tp_peek(&c->waiters);
    if (first == CONDITION_DESTROYED)
        tp_misuse("signal of a destroyed condition variable");
    if (first)
        waiters_come_to(&c->waiters);
    return first != 0;
}

static inline void condition_signal(struct condition *c) {
    __tp_atomic_begin();
    if (condition_has_waiters(c)) {
        unsigned count = waiters_count(&c->waiters);
        unsigned chosen = count > 1 ? __tp_choice(count) : 0;
        tp_store(&waiters_take(&c->waiters, chosen)->woken, 1);
    }
    __tp_atomic_end();
}

static inline void condition_broadcast(struct condition *c) {
    __tp_atomic_begin();
    if (condition_has_waiters(c))
        waiters_wake_all(&c->waiters);
    __tp_atomic_end();
}

static inline void condition_destroy(struct condition *c) {
    __tp_atomic_begin();
    struct waiter *first = tp_load(&c->waiters);
    if (first == CONDITION_DESTROYED)
        tp_misuse("destroy of a destroyed condition variable");
    if (first)
        tp_misuse("destroy of a condition variable that a thread waits for");
    tp_store(&c->waiters, CONDITION_DESTROYED);
    __tp_atomic_end();
}

#endif
