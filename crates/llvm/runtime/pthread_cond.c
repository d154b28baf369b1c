// pthread condition variables.
#include "condition.h"
#include "deadline.h"

static struct condition *of(pthread_cond_t *c) { return (struct condition *)c; }
static struct mutex *mutex_of(pthread_mutex_t *m) { return (struct mutex *)m; }

WEAK int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes) {
    (void)attributes;
    condition_init(of(c));
    return 0;
}

WEAK int pthread_cond_destroy(pthread_cond_t *c) {
    condition_destroy(of(c));
    return 0;
}

WEAK int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    struct waiter wakeup;
    condition_wait(of(c), mutex_of(m), &wakeup);
    return 0;
}

static int timed_wait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *deadline) {
    if (!deadline_is_valid(deadline))
        return EINVAL;
    struct waiter wakeup;
    int woken = condition_timed_wait(of(c), mutex_of(m), &wakeup);
    return deadline_result(woken ? 0 : ETIMEDOUT, deadline);
}

WEAK int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *deadline) {
    return timed_wait(c, m, deadline);
}

WEAK int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                const struct timespec *deadline) {
    (void)clock;
    return timed_wait(c, m, deadline);
}

WEAK int pthread_cond_signal(pthread_cond_t *c) {
    condition_signal(of(c));
    return 0;
}

WEAK int pthread_cond_broadcast(pthread_cond_t *c) {
    condition_broadcast(of(c));
    return 0;
}

// A pthread_condattr_t holds the clock above one bit for sharing.
static int *bits(const pthread_condattr_t *attributes) { return (int *)attributes; }

WEAK int pthread_condattr_init(pthread_condattr_t *attributes) {
    *bits(attributes) = CLOCK_REALTIME << 1 | PTHREAD_PROCESS_PRIVATE;
    return 0;
}

WEAK int pthread_condattr_destroy(pthread_condattr_t *attributes) {
    (void)attributes;
    return 0;
}

WEAK int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared) {
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *bits(attributes) = (*bits(attributes) & ~1) | shared;
    return 0;
}

WEAK int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared) {
    *shared = *bits(attributes) & 1;
    return 0;
}

WEAK int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    *bits(attributes) = (*bits(attributes) & 1) | clock << 1;
    return 0;
}

WEAK int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
    *clock = *bits(attributes) >> 1;
    return 0;
}
