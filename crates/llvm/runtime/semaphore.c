// POSIX semaphores.
#include "deadline.h"
#include "tp.h"
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
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

// Those with names. One that is unlinked keeps its place, since others may still use it.
enum { NAMED = 8, LONGEST_NAME = 40 };
enum { FREE, LINKED, UNLINKED };
static struct named {
    uint32_t state;
    sem_t semaphore;
    char name[LONGEST_NAME];
} named[NAMED];

// Inside a section. The semaphore of this name.
static struct named *find(const char *name) {
    for (struct named *n = named; n < named + NAMED && tp_load(&n->state) != FREE; n++) {
        size_t at = 0;
        while (tp_peek(&n->name[at]) == name[at] && name[at])
            at++;
        if (tp_load(&n->state) == LINKED && tp_peek(&n->name[at]) == name[at])
            return n;
    }
    return 0;
}

// Inside a section.
static struct named *make(const char *name, unsigned value) {
    struct named *n = named;
    while (n < named + NAMED && tp_load(&n->state) != FREE)
        n++;
    size_t length = 0;
    while (name[length])
        length++;
    if (n == named + NAMED || length >= LONGEST_NAME)
        __tp_unsupported("more than 8 semaphores with names, or one with a name of 40 bytes");
    for (size_t at = 0; at <= length; at++)
        __atomic_store_n(&n->name[at], name[at], __ATOMIC_RELAXED);
    tp_store(of(&n->semaphore), value);
    tp_store(&n->state, LINKED);
    return n;
}

WEAK sem_t *sem_open(const char *name, int flags, ...) {
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        (void)va_arg(arguments, unsigned);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
    }
    int error = value > SEM_VALUE_MAX ? EINVAL : 0;
    __tp_atomic_begin();
    struct named *n = find(name);
    if (!n && !(flags & O_CREAT))
        error = ENOENT;
    else if (n && (flags & O_CREAT) && (flags & O_EXCL))
        error = EEXIST;
    else if (!n && !error)
        n = make(name, value);
    __tp_atomic_end();
    return answer(error) ? SEM_FAILED : &n->semaphore;
}

WEAK int sem_close(sem_t *semaphore) {
    (void)semaphore;
    return 0;
}

WEAK int sem_unlink(const char *name) {
    __tp_atomic_begin();
    struct named *n = find(name);
    if (n)
        tp_store(&n->state, UNLINKED);
    __tp_atomic_end();
    return answer(n ? 0 : ENOENT);
}
