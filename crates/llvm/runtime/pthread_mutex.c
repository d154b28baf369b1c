// pthread mutexes. For robust ones there is pthread_robust.c; priorities have no effect.
#include "deadline.h"
#include "mutex.h"

static struct mutex *of(pthread_mutex_t *m) { return (struct mutex *)m; }

// The bits of a pthread_mutexattr_t: the type, then the others as they were set.
enum { TYPE = 3, PROTOCOL_SHIFT = 4, PROTOCOL = 3 << PROTOCOL_SHIFT, SHARED = 1 << 7 };

static int *bits(const pthread_mutexattr_t *attributes) { return (int *)attributes; }

WEAK int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes) {
    mutex_init(of(m), attributes ? *bits(attributes) & (TYPE | MUTEX_ROBUST) : PTHREAD_MUTEX_DEFAULT);
    return 0;
}

WEAK int pthread_mutex_destroy(pthread_mutex_t *m) {
    mutex_destroy(of(m));
    return 0;
}

WEAK int pthread_mutex_lock(pthread_mutex_t *m) { return mutex_lock(of(m)); }

WEAK int pthread_mutex_trylock(pthread_mutex_t *m) { return mutex_try_lock(of(m), EBUSY); }

WEAK int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *deadline) {
    return deadline_result(mutex_try_lock(of(m), ETIMEDOUT), deadline);
}

WEAK int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *deadline) {
    (void)clock;
    return deadline_result(mutex_try_lock(of(m), ETIMEDOUT), deadline);
}

WEAK int pthread_mutex_unlock(pthread_mutex_t *m) { return mutex_unlock(of(m)); }

// Only a robust mutex can be made consistent, and here are none.
WEAK int pthread_mutex_consistent(pthread_mutex_t *m) {
    (void)m;
    return EINVAL;
}

WEAK int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling) {
    (void)m;
    (void)ceiling;
    return EINVAL;
}

WEAK int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old) {
    (void)m;
    (void)ceiling;
    (void)old;
    return EINVAL;
}

WEAK int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
    *bits(attributes) = PTHREAD_MUTEX_DEFAULT;
    return 0;
}

WEAK int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
    (void)attributes;
    return 0;
}

WEAK int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    *bits(attributes) = (*bits(attributes) & ~TYPE) | type;
    return 0;
}

WEAK int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *type) {
    *type = *bits(attributes) & TYPE;
    return 0;
}

WEAK int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *bits(attributes) = (*bits(attributes) & ~SHARED) | (shared ? SHARED : 0);
    return 0;
}

WEAK int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared) {
    *shared = *bits(attributes) & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

WEAK int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) {
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    *bits(attributes) = (*bits(attributes) & ~PROTOCOL) | protocol << PROTOCOL_SHIFT;
    return 0;
}

WEAK int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol) {
    *protocol = (*bits(attributes) & PROTOCOL) >> PROTOCOL_SHIFT;
    return 0;
}

WEAK int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    *bits(attributes) = (*bits(attributes) & ~MUTEX_ROBUST) | (robust == PTHREAD_MUTEX_ROBUST ? MUTEX_ROBUST : 0);
    return 0;
}

WEAK int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust) {
    *robust = *bits(attributes) & MUTEX_ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}
