// POSIX semaphores without names.
#include "deadline.h"
#include "tp.h"
#include <limits.h>
#include <semaphore.h>

#define DESTROYED UINT32_C(0xffffffff)

static uint32_t *of(sem_t *semaphore) { return (uint32_t *)semaphore; }

static int answer(int error) {
    if (!error)
        return 0;
    errno = error;
    return -1;
}

WEAK int sem_init(sem_t *semaphore, int shared, unsigned value) {
    (void)shared;
    if (value > SEM_VALUE_MAX)
        return answer(EINVAL);
    *of(semaphore) = value;
    return 0;
}

// Inside a section.
static void take(uint32_t *count, uint32_t value) {
    if (value == DESTROYED)
        tp_misuse("wait on a destroyed semaphore");
    tp_store(count, value - 1);
}

static void wait(uint32_t *count) {
    __tp_atomic_begin();
    take(count, __tp_await(count, 4, TP_NE, 0, TP_WAIT_SEMAPHORE));
    __tp_atomic_end();
}
WEAK int sem_wait(sem_t *semaphore) {
    wait(of(semaphore));
    return 0;
}
// For pthread_cancel.c.
WEAK void tp_semaphore_wait(sem_t *semaphore) { wait(of(semaphore)); }

// A timed wait is this too, as a timed lock is a try-lock.
static int try_take(uint32_t *count, int busy) {
    __tp_atomic_begin();
    uint32_t value = tp_peek(count);
    if (value)
        take(count, tp_load(count));
    __tp_atomic_end();
    return value ? 0 : busy;
}

WEAK int sem_trywait(sem_t *semaphore) { return answer(try_take(of(semaphore), EAGAIN)); }

WEAK int sem_timedwait(sem_t *semaphore, const struct timespec *deadline) {
    return answer(deadline_result(try_take(of(semaphore), ETIMEDOUT), deadline));
}

WEAK int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline) {
    (void)clock;
    return answer(deadline_result(try_take(of(semaphore), ETIMEDOUT), deadline));
}

WEAK int sem_post(sem_t *semaphore) {
    uint32_t *count = of(semaphore);
    __tp_atomic_begin();
    uint32_t value = tp_load(count);
    if (value == DESTROYED)
        tp_misuse("post of a destroyed semaphore");
    if (value < SEM_VALUE_MAX)
        tp_store(count, value + 1);
    __tp_atomic_end();
    return answer(value < SEM_VALUE_MAX ? 0 : EOVERFLOW);
}

WEAK int sem_getvalue(sem_t *semaphore, int *value) {
    uint32_t now = tp_peek(of(semaphore));
    if (now == DESTROYED)
        tp_misuse("use of a destroyed semaphore");
    *value = (int)now;
    return 0;
}

WEAK int sem_destroy(sem_t *semaphore) {
    uint32_t *count = of(semaphore);
    __tp_atomic_begin();
    if (tp_load(count) == DESTROYED)
        tp_misuse("destroy of a destroyed semaphore");
    tp_store(count, DESTROYED);
    __tp_atomic_end();
    return 0;
}
