// Cancellation of threads, at cancellation points. These functions take the place of those without the
// beginning of their names in programs that call pthread_cancel; in all others nobody looks for a request.
//
// A thread that waits for a condition variable is woken by its cancellation. To cancel one that waits for a
// semaphore or for the end of another thread is not supported, and neither is asynchronous cancellation. Output to
// streams, which may be a cancellation point, is none.
#include "condition.h"
#include "deadline.h"
#include "once.h"
#include "thread.h"
#include "thread_end.h"
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

enum { THREADS_KNOWN = 64, CANCELLED = 2 };

struct target {
    uint32_t requested;
    // It waits where nobody could wake it.
    uint32_t waits;
    // What it waits for, if it is a condition variable.
    struct condition *condition;
    struct waiter *wakeup;
};
static struct target targets[THREADS_KNOWN];
static _Thread_local int disabled;

static struct target *target(unsigned thread) {
    if (thread >= THREADS_KNOWN)
        __tp_unsupported("cancellation with more than 64 threads");
    return &targets[thread];
}
static struct target *me(void) { return target(__tp_self()); }

WEAK int __tp_cancel_pthread_cancel(pthread_t handle) {
    // A handle that never was is found here.
    thread_block(handle);
    struct target *t = target((unsigned)handle - 1);
    if (__tp_release_acquire())
        __tp_unsupported("pthread_cancel under release-acquire");
    __tp_atomic_begin();
    tp_store(&t->requested, 1);
    if (tp_load(&t->waits))
        __tp_unsupported("pthread_cancel of a thread that waits for a semaphore or a thread");
    struct waiter *w = tp_load(&t->wakeup);
    if (w && !tp_load(&w->woken)) {
        waiters_remove(&tp_load(&t->condition)->waiters, w);
        tp_store(&w->woken, CANCELLED);
    }
    __tp_atomic_end();
    return 0;
}

static void end(void) {
    disabled = 1;
    pthread_exit(PTHREAD_CANCELED);
}
static _Bool is_requested(void) { return !disabled && tp_load(&me()->requested); }
static void point(void) {
    if (is_requested())
        end();
}

WEAK void __tp_cancel_pthread_testcancel(void) { point(); }

// If a thread is cancelled in an initialiser, it is as if it had not called pthread_once: the last thing that it does.
struct running {
    struct running *next;
    void (*run)(void *);
    uint32_t *once;
};
enum { NESTED = 8 };
static _Thread_local struct running running[NESTED];
static _Thread_local unsigned depth;

static void not_run(void *element) { tp_store(((struct running *)element)->once, ONCE_NEW); }

WEAK int __tp_cancel_pthread_once(pthread_once_t *once, void (*initialise)(void)) {
    if (!once_begin((uint32_t *)once))
        return 0;
    if (depth == NESTED)
        __tp_unsupported("more than 8 nested initialisers of pthread_once");
    struct running *self = &running[depth++];
    *self = (struct running){tp_exit_elements, not_run, (uint32_t *)once};
    tp_exit_elements = self;
    thread_end_wanted();
    void *thrown = __tp_call((void (*)(void *))initialise, 0);
    tp_exit_elements = self->next;
    depth--;
    tp_store((uint32_t *)once, thrown ? ONCE_NEW : ONCE_DONE);
    if (thrown)
        __tp_throw(thrown);
    return 0;
}

WEAK int __tp_cancel_pthread_setcancelstate(int state, int *old) {
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    disabled = state == PTHREAD_CANCEL_DISABLE;
    return 0;
}

WEAK int __tp_cancel_pthread_setcanceltype(int type, int *old) {
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __tp_unsupported("asynchronous cancellation");
    if (old)
        *old = PTHREAD_CANCEL_DEFERRED;
    return type == PTHREAD_CANCEL_DEFERRED ? 0 : EINVAL;
}

WEAK unsigned __tp_cancel_sleep(unsigned seconds) {
    (void)seconds;
    point();
    return 0;
}
WEAK int __tp_cancel_usleep(useconds_t duration) {
    (void)duration;
    point();
    return 0;
}
WEAK int __tp_cancel_nanosleep(const struct timespec *duration, struct timespec *remaining) {
    (void)remaining;
    point();
    if (deadline_is_valid(duration))
        return 0;
    errno = EINVAL;
    return -1;
}

// Around a wait that cannot be interrupted.
static void begin_wait(void) {
    __tp_atomic_begin();
    _Bool cancelled = is_requested();
    if (!cancelled && !disabled)
        tp_store(&me()->waits, 1);
    __tp_atomic_end();
    if (cancelled)
        end();
}
static void end_wait(void) {
    if (!disabled)
        tp_store(&me()->waits, 0);
}

WEAK int __tp_cancel_pthread_join(pthread_t handle, void **result) {
    void *value;
    begin_wait();
    int error = thread_join(handle, &value);
    end_wait();
    if (!error && result)
        *result = value;
    return error;
}

// In semaphore.c.
extern void tp_semaphore_wait(sem_t *semaphore);
WEAK int __tp_cancel_sem_wait(sem_t *semaphore) {
    begin_wait();
    tp_semaphore_wait(semaphore);
    end_wait();
    return 0;
}

WEAK int __tp_cancel_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    struct condition *condition = (struct condition *)c;
    struct mutex *mutex = (struct mutex *)m;
    struct waiter wakeup;
    struct target *t = me();
    __tp_atomic_begin();
    _Bool cancelled = is_requested();
    if (!cancelled) {
        condition_enqueue(condition, mutex, &wakeup);
        if (!disabled) {
            tp_store(&t->condition, condition);
            tp_store(&t->wakeup, &wakeup);
        }
    }
    __tp_atomic_end();
    if (cancelled)
        end();
    __tp_await(&wakeup.woken, 4, TP_NE, 0, TP_WAIT_CONDITION);
    __tp_atomic_begin();
    tp_store(&t->wakeup, (struct waiter *)0);
    cancelled = tp_load(&wakeup.woken) == CANCELLED;
    __tp_atomic_end();
    mutex_lock(mutex);
    if (cancelled)
        end();
    return 0;
}

// It can be cancelled while it waits, and also only afterwards.
WEAK int __tp_cancel_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *deadline) {
    if (!deadline_is_valid(deadline))
        return EINVAL;
    struct waiter wakeup;
    point();
    int woken = condition_timed_wait((struct condition *)c, (struct mutex *)m, &wakeup);
    if (is_requested() && __tp_choice(2))
        end();
    return deadline_result(woken ? 0 : ETIMEDOUT, deadline);
}
