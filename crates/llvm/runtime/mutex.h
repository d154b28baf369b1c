// Mutexes: what pthread_mutex_t and mtx_t have in common.
//
// The layout is glibc's where static initialisers reach: the kind at byte 16.
#ifndef MUTEX_H
#define MUTEX_H

#include "tp.h"
#include <errno.h>
#include <pthread.h>

struct mutex {
    // The holder, 0 if free, or MUTEX_DESTROYED.
    uint32_t owner;
    // How often the holder has locked a recursive mutex beyond the first time.
    uint32_t count;
    // Of a robust mutex: whether a thread ended that held it.
    uint32_t damage;
    uint32_t unused;
    // The low two bits are a pthread mutex type; glibc keeps other attributes above.
    int32_t kind;
};
#define MUTEX_ROBUST (1 << 6)
_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "fits");

#define MUTEX_DESTROYED UINT32_C(0xffffffff)

static inline int mutex_kind(struct mutex *m) { return m->kind & 3; }

// Does a thread hold what is in the memory of a mutex that is to be initialised? Anything else there means nothing. These
// are steps before the one that initialises, so that the latter stays one that only writes.
static inline int mutex_is_held(struct mutex *m) {
    uint32_t owner = __tp_remains(&m->owner);
    if (!tp_is_thread(owner) || __tp_remains(&m->count) > 4000)
        return 0;
    return !(__tp_remains(&m->kind) & ~(uint32_t)(3 | MUTEX_ROBUST));
}

static inline void mutex_init(struct mutex *m, int kind) {
    if (mutex_is_held(m))
        tp_misuse("initialisation of a locked mutex");
    __tp_atomic_begin();
    m->owner = 0;
    m->count = 0;
    m->kind = kind;
    __tp_atomic_end();
}

// What a lock does when the caller holds the mutex already. Inside the section of the caller.
static inline int mutex_relock(struct mutex *m, int otherwise) {
    switch (mutex_kind(m)) {
    case PTHREAD_MUTEX_RECURSIVE: {
        uint32_t count = tp_load(&m->count);
        if (count == UINT32_MAX)
            return EAGAIN;
        tp_store(&m->count, count + 1);
        return 0;
    }
    case PTHREAD_MUTEX_ERRORCHECK:
        return EDEADLK;
    default:
        return otherwise;
    }
}

#define MUTEX_SELF_DEADLOCK (-1)

// One step. A normal mutex that its holder locks again is waited for in a second one, for ever.
static inline int mutex_lock(struct mutex *m) {
    uint32_t me = tp_me();
    int result = 0;
    __tp_atomic_begin();
    uint32_t owner = __tp_await_one_of(&m->owner, 4, 0, me, MUTEX_DESTROYED, TP_WAIT_MUTEX);
    if (owner == 0)
        tp_store(&m->owner, me);
    else if (owner == me)
        result = mutex_relock(m, MUTEX_SELF_DEADLOCK);
    else
        tp_misuse("lock of a destroyed mutex");
    __tp_atomic_end();
    if (result == MUTEX_SELF_DEADLOCK) {
        __tp_atomic_begin();
        __tp_await(&m->owner, 4, TP_EQ, 0, TP_WAIT_MUTEX);
        tp_store(&m->owner, me);
        __tp_atomic_end();
        result = 0;
    }
    return result;
}

// One step that takes the mutex, or only reads it and returns `busy` (EBUSY or ETIMEDOUT) when
// somebody holds it. A timed lock is this too: it takes the mutex at some time when it is free or
// gives up at some time when it is not, and when the step happens is the search's to vary.
static inline int mutex_try_lock(struct mutex *m, int busy) {
    uint32_t me = tp_me();
    uint32_t owner = 0;
    int result = 0;
    __tp_atomic_begin();
    if (!__atomic_compare_exchange_n(&m->owner, &owner, me, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        if (owner == MUTEX_DESTROYED)
            tp_misuse("lock of a destroyed mutex");
        result = owner == me ? mutex_relock(m, busy) : busy;
        if (result == EDEADLK && busy == EBUSY)
            result = EBUSY;
    }
    __tp_atomic_end();
    return result;
}

// Gives up one lock of a mutex that the caller holds. Inside a section of the caller.
static inline void mutex_release(struct mutex *m) {
    uint32_t count = tp_load(&m->count);
    if (count)
        tp_store(&m->count, count - 1);
    else
        tp_store(&m->owner, 0);
}

// The answer to an unlock by a thread that does not hold the mutex.
static inline int mutex_not_held(struct mutex *m, uint32_t owner) {
    if (owner == MUTEX_DESTROYED)
        tp_misuse("unlock of a destroyed mutex");
    int kind = mutex_kind(m);
    if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK)
        return EPERM;
    tp_misuse(owner ? "unlock of a mutex that another thread holds"
                    : "unlock of a mutex that is not locked");
}

static inline int mutex_unlock(struct mutex *m) {
    __tp_atomic_begin();
    uint32_t owner = tp_load(&m->owner);
    int result = 0;
    if (owner == tp_me())
        mutex_release(m);
    else
        result = mutex_not_held(m, owner);
    __tp_atomic_end();
    return result;
}

static inline void mutex_destroy(struct mutex *m) {
    __tp_atomic_begin();
    uint32_t owner = tp_load(&m->owner);
    if (owner == MUTEX_DESTROYED)
        tp_misuse("destroy of a destroyed mutex");
    if (owner)
        tp_misuse("destroy of a locked mutex");
    tp_store(&m->owner, MUTEX_DESTROYED);
    __tp_atomic_end();
}

#endif
