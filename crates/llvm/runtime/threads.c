// C11 <threads.h>, over the same code as pthreads.
#include "condition.h"
#include "deadline.h"
#include "once.h"
#include "thread.h"
#include <pthread.h>
#include <threads.h>

static struct mutex *of(mtx_t *m) { return (struct mutex *)m; }
static struct condition *condition_of(cnd_t *c) { return (struct condition *)c; }

_Static_assert(sizeof(struct mutex) <= sizeof(mtx_t), "fits");
_Static_assert(sizeof(struct condition) <= sizeof(cnd_t), "fits");

WEAK int thrd_create(thrd_t *handle, thrd_start_t body, void *argument) {
    *handle = thread_create((void *(*)(void *))(void *)body, argument, 0);
    return thrd_success;
}

WEAK int thrd_join(thrd_t handle, int *result) {
    void *value;
    if (thread_join(handle, &value))
        return thrd_error;
    if (result)
        *result = (int)(intptr_t)value;
    return thrd_success;
}

WEAK int thrd_detach(thrd_t handle) {
    thread_detach(handle);
    return thrd_success;
}

WEAK void thrd_exit(int result) { thread_exit((void *)(intptr_t)result); }
WEAK thrd_t thrd_current(void) { return tp_me(); }
WEAK int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
WEAK void thrd_yield(void) {}
WEAK int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
    (void)duration;
    (void)remaining;
    return 0;
}

WEAK int mtx_init(mtx_t *m, int type) {
    mutex_init(of(m), type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return thrd_success;
}
WEAK void mtx_destroy(mtx_t *m) { mutex_destroy(of(m)); }
WEAK int mtx_lock(mtx_t *m) { return mutex_lock(of(m)) ? thrd_error : thrd_success; }
WEAK int mtx_trylock(mtx_t *m) {
    int error = mutex_try_lock(of(m), EBUSY);
    return error == EBUSY ? thrd_busy : error ? thrd_error : thrd_success;
}
WEAK int mtx_timedlock(mtx_t *m, const struct timespec *deadline) {
    int error = deadline_result(mutex_try_lock(of(m), ETIMEDOUT), deadline);
    return error == ETIMEDOUT ? thrd_timedout : error ? thrd_error : thrd_success;
}
WEAK int mtx_unlock(mtx_t *m) { return mutex_unlock(of(m)) ? thrd_error : thrd_success; }

WEAK int cnd_init(cnd_t *c) {
    condition_init(condition_of(c));
    return thrd_success;
}
WEAK void cnd_destroy(cnd_t *c) { condition_destroy(condition_of(c)); }
WEAK int cnd_signal(cnd_t *c) {
    condition_signal(condition_of(c));
    return thrd_success;
}
WEAK int cnd_broadcast(cnd_t *c) {
    condition_broadcast(condition_of(c));
    return thrd_success;
}
WEAK int cnd_wait(cnd_t *c, mtx_t *m) {
    struct waiter wakeup;
    condition_wait(condition_of(c), of(m), &wakeup);
    return thrd_success;
}
WEAK int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *deadline) {
    struct waiter wakeup;
    int error = condition_timed_wait(condition_of(c), of(m), &wakeup) ? 0 : ETIMEDOUT;
    error = deadline_result(error, deadline);
    return error == ETIMEDOUT ? thrd_timedout : error ? thrd_error : thrd_success;
}

WEAK void call_once(once_flag *once, void (*initialise)(void)) {
    once_run((uint32_t *)once, initialise);
}

WEAK int tss_create(tss_t *key, tss_dtor_t destructor) {
    return pthread_key_create(key, destructor) ? thrd_error : thrd_success;
}
WEAK void tss_delete(tss_t key) { pthread_key_delete(key); }
WEAK void *tss_get(tss_t key) { return pthread_getspecific(key); }
WEAK int tss_set(tss_t key, void *value) {
    return pthread_setspecific(key, value) ? thrd_error : thrd_success;
}
