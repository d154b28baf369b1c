// Read-write locks. Readers come first: a waiting writer keeps no reader out, so a thread may
// take a read lock twice. The writer-preferring kind behaves the same.
//
// Readers must not conflict with each other, or every order of theirs would be explored. So a
// reader counts itself in a byte that it shares only with threads of the same number modulo
// SLOTS, while a writer looks at all the bytes at once.
#include "deadline.h"
#include "tp.h"
#include <errno.h>
#include <pthread.h>

enum { SLOTS = 6, READS_MAX = 255 };

union rwlock {
    uint64_t all;
    struct {
        // The thread that writes, 0, or DESTROYED.
        uint16_t writer;
        uint8_t readers[SLOTS];
    };
};

#define DESTROYED UINT64_C(0xffff)

static union rwlock *of(pthread_rwlock_t *l) { return (union rwlock *)l; }

static uint8_t *my_slot(union rwlock *l) { return &l->readers[__tp_self() % SLOTS]; }

static __attribute__((noreturn)) void destroyed(void) { tp_misuse("lock of a destroyed read-write lock"); }

WEAK int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes) {
    (void)attributes;
    of(l)->all = 0;
    return 0;
}

WEAK int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    union rwlock *l = of(lock);
    __tp_atomic_begin();
    uint64_t all = tp_load(&l->all);
    if (all == DESTROYED)
        tp_misuse("destroy of a destroyed read-write lock");
    if (all)
        tp_misuse("destroy of a locked read-write lock");
    tp_store(&l->writer, (uint16_t)DESTROYED);
    __tp_atomic_end();
    return 0;
}

// Inside a section, when nobody writes.
static int add_reader(union rwlock *l) {
    uint8_t reads = tp_load(my_slot(l));
    if (reads == READS_MAX)
        return EAGAIN;
    tp_store(my_slot(l), (uint8_t)(reads + 1));
    return 0;
}

WEAK int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    union rwlock *l = of(lock);
    uint32_t me = tp_me();
    __tp_atomic_begin();
    uint64_t writer = __tp_await_one_of(&l->writer, 2, 0, me, DESTROYED, TP_WAIT_READER);
    if (writer == DESTROYED)
        destroyed();
    int result = writer ? EDEADLK : add_reader(l);
    __tp_atomic_end();
    return result;
}

WEAK int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    union rwlock *l = of(lock);
    uint32_t me = tp_me();
    __tp_atomic_begin();
    uint64_t all = __tp_await_one_of(&l->all, 8, 0, me, DESTROYED, TP_WAIT_WRITER);
    if (all == DESTROYED)
        destroyed();
    if (!all)
        tp_store(&l->writer, (uint16_t)me);
    __tp_atomic_end();
    return all ? EDEADLK : 0;
}

// A timed lock is a try-lock, as for mutexes; `own` is the answer if the caller writes already.
static int try_read(union rwlock *l, int busy, int own) {
    int result = 0;
    __tp_atomic_begin();
    uint16_t writer = tp_peek(&l->writer);
    if (writer == DESTROYED)
        destroyed();
    if (writer)
        result = writer == tp_me() ? own : busy;
    else {
        (void)tp_load(&l->writer);
        result = add_reader(l);
    }
    __tp_atomic_end();
    return result;
}

static int try_write(union rwlock *l, int busy, int own) {
    int result = 0;
    __tp_atomic_begin();
    uint64_t all = tp_peek(&l->all);
    if (all == DESTROYED)
        destroyed();
    if (all)
        result = (uint16_t)all == tp_me() ? own : busy;
    else {
        (void)tp_load(&l->all);
        tp_store(&l->writer, (uint16_t)tp_me());
    }
    __tp_atomic_end();
    return result;
}

WEAK int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) { return try_read(of(l), EBUSY, EBUSY); }
WEAK int pthread_rwlock_trywrlock(pthread_rwlock_t *l) { return try_write(of(l), EBUSY, EBUSY); }

WEAK int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *deadline) {
    return deadline_result(try_read(of(l), ETIMEDOUT, EDEADLK), deadline);
}
WEAK int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *deadline) {
    return deadline_result(try_write(of(l), ETIMEDOUT, EDEADLK), deadline);
}
WEAK int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline) {
    (void)clock;
    return deadline_result(try_read(of(l), ETIMEDOUT, EDEADLK), deadline);
}
WEAK int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline) {
    (void)clock;
    return deadline_result(try_write(of(l), ETIMEDOUT, EDEADLK), deadline);
}

WEAK int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    union rwlock *l = of(lock);
    __tp_atomic_begin();
    uint16_t writer = tp_peek(&l->writer);
    if (writer == DESTROYED)
        tp_misuse("unlock of a destroyed read-write lock");
    if (writer == tp_me()) {
        tp_store(&l->writer, (uint16_t)0);
    } else {
        uint8_t reads = tp_load(my_slot(l));
        if (!reads)
            tp_misuse("unlock of a read-write lock that the thread does not hold");
        tp_store(my_slot(l), (uint8_t)(reads - 1));
    }
    __tp_atomic_end();
    return 0;
}

// A pthread_rwlockattr_t: the kind and the sharing.
static int *bits(const pthread_rwlockattr_t *attributes) { return (int *)attributes; }

WEAK int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) {
    bits(attributes)[0] = PTHREAD_RWLOCK_DEFAULT_NP;
    bits(attributes)[1] = PTHREAD_PROCESS_PRIVATE;
    return 0;
}
WEAK int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) {
    (void)attributes;
    return 0;
}
WEAK int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    bits(attributes)[1] = shared;
    return 0;
}
WEAK int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared) {
    *shared = bits(attributes)[1];
    return 0;
}
WEAK int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind) {
    bits(attributes)[0] = kind;
    return 0;
}
WEAK int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind) {
    *kind = bits(attributes)[0];
    return 0;
}
