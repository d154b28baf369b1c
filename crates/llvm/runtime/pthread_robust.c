// Robust mutexes: when a thread ends that holds one, the next who locks it learns of it. These functions take the
// place of those without the beginning of their names in programs that call pthread_mutexattr_setrobust; the others
// need not look whether a mutex is robust.
#include "deadline.h"
#include "condition.h"
#include "thread_end.h"

struct robust {
    struct mutex mutex;
    // The next one that the same thread holds.
    struct robust *next;
};
_Static_assert(sizeof(struct robust) <= sizeof(pthread_mutex_t), "fits");

enum damage { SOUND, DAMAGED, LOST };

static struct robust *of(pthread_mutex_t *m) { return (struct robust *)m; }
static int is_robust(struct robust *m) { return m->mutex.kind & MUTEX_ROBUST; }

static _Thread_local struct robust *held;
static _Thread_local _Bool prepared;

extern int __cxa_thread_atexit(void (*run)(void *), void *object, void *library);

static void leave_behind(void *unused) {
    (void)unused;
    while (held) {
        struct robust *m = held;
        __tp_atomic_begin();
        held = m->next;
        if (m->mutex.damage == SOUND)
            m->mutex.damage = DAMAGED;
        tp_store(&m->mutex.count, 0);
        tp_store(&m->mutex.owner, 0);
        __tp_atomic_end();
    }
}

// The caller has just got the mutex. In the same section.
static int taken(struct robust *m) {
    if (m->mutex.damage == LOST) {
        tp_store(&m->mutex.owner, 0);
        return ENOTRECOVERABLE;
    }
    if (!prepared) {
        prepared = 1;
        __cxa_thread_atexit(leave_behind, 0, 0);
    }
    m->next = held;
    held = m;
    return m->mutex.damage == DAMAGED ? EOWNERDEAD : 0;
}

// The caller is about to give the mutex up. In the same section.
static void given_up(struct robust *m) {
    if (m->mutex.damage == DAMAGED)
        m->mutex.damage = LOST;
    struct robust **link = &held;
    while (*link && *link != m)
        link = &(*link)->next;
    if (*link)
        *link = m->next;
}

// A recursive mutex that is locked again is in the list already.
static int is_first(struct robust *m) { return is_robust(m) && tp_load(&m->mutex.count) == 0; }

static _Bool is_mine(struct robust *m) { return tp_load(&m->mutex.owner) == tp_me(); }

WEAK int __tp_robust_pthread_mutex_lock(pthread_mutex_t *m) {
    if (!is_robust(of(m)))
        return mutex_lock(&of(m)->mutex);
    __tp_atomic_begin();
    int result = mutex_lock(&of(m)->mutex);
    if (!result && is_first(of(m)))
        result = taken(of(m));
    __tp_atomic_end();
    return result;
}

static int try_lock(pthread_mutex_t *m, int busy) {
    __tp_atomic_begin();
    int result = mutex_try_lock(&of(m)->mutex, busy);
    if (!result && is_first(of(m)))
        result = taken(of(m));
    __tp_atomic_end();
    return result;
}

WEAK int __tp_robust_pthread_mutex_trylock(pthread_mutex_t *m) { return try_lock(m, EBUSY); }

WEAK int __tp_robust_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *deadline) {
    return deadline_result(try_lock(m, ETIMEDOUT), deadline);
}

WEAK int __tp_robust_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *deadline) {
    (void)clock;
    return deadline_result(try_lock(m, ETIMEDOUT), deadline);
}

WEAK int __tp_robust_pthread_mutex_unlock(pthread_mutex_t *m) {
    __tp_atomic_begin();
    if (is_first(of(m)) && is_mine(of(m)))
        given_up(of(m));
    int result = mutex_unlock(&of(m)->mutex);
    __tp_atomic_end();
    return result;
}

WEAK int __tp_robust_pthread_mutex_consistent(pthread_mutex_t *m) {
    __tp_atomic_begin();
    _Bool can = is_robust(of(m)) && is_mine(of(m)) && of(m)->mutex.damage == DAMAGED;
    if (can)
        of(m)->mutex.damage = SOUND;
    __tp_atomic_end();
    return can ? 0 : EINVAL;
}

// A wait gives the mutex up and takes it again.
static void before_wait(pthread_mutex_t *m) {
    if (is_first(of(m)) && is_mine(of(m)))
        given_up(of(m));
}
static int after_wait(pthread_mutex_t *m, int result) {
    int why = is_first(of(m)) ? taken(of(m)) : 0;
    return why ? why : result;
}

static struct condition *condition_of(pthread_cond_t *c) { return (struct condition *)c; }

WEAK int __tp_robust_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    struct waiter wakeup;
    before_wait(m);
    condition_wait(condition_of(c), &of(m)->mutex, &wakeup);
    return after_wait(m, 0);
}

static int timed_wait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *deadline) {
    if (!deadline_is_valid(deadline))
        return EINVAL;
    struct waiter wakeup;
    before_wait(m);
    int woken = condition_timed_wait(condition_of(c), &of(m)->mutex, &wakeup);
    return after_wait(m, deadline_result(woken ? 0 : ETIMEDOUT, deadline));
}

WEAK int __tp_robust_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *deadline) {
    return timed_wait(c, m, deadline);
}

WEAK int __tp_robust_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                            const struct timespec *deadline) {
    (void)clock;
    return timed_wait(c, m, deadline);
}
