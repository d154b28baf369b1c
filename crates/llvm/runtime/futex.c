// Futexes.
#include "futex.h"
#include <errno.h>
#include <linux/futex.h>

enum { LINES = 61 };
static struct waiter *lines[LINES];

static struct waiter **line_of(uint32_t *word) { return &lines[(uintptr_t)word / 4 % LINES]; }

static struct sleeper *sleeper(struct waiter *w) { return (struct sleeper *)w; }

WEAK int tp_futex_wait(uint32_t *word, uint32_t value, int timed) {
    struct sleeper wakeup;
    struct waiter **line = line_of(word);
    __tp_atomic_begin();
    waiters_come_to(line);
    int sleeps = tp_load(word) == value;
    if (sleeps) {
        tp_store(&wakeup.word, word);
        waiters_add(line, &wakeup.waiter);
    }
    __tp_atomic_end();
    if (!sleeps)
        return 0;
    if (!timed) {
        __tp_await(&wakeup.waiter.woken, 4, TP_EQ, 1, TP_WAIT_CONDITION);
        return 1;
    }
    __tp_atomic_begin();
    waiters_come_to(line);
    int woken = tp_load(&wakeup.waiter.woken);
    if (!woken)
        waiters_remove(line, &wakeup.waiter);
    __tp_atomic_end();
    return woken ? 1 : -1;
}

// The last of a line that waits for `word`: the one that waited longest. Inside a section.
static struct waiter *oldest(struct waiter **line, uint32_t *word) {
    struct waiter *found = 0;
    for (struct waiter *w = tp_load(line); w; w = tp_load(&w->next))
        if (tp_load(&sleeper(w)->word) == word)
            found = w;
    return found;
}

WEAK int tp_futex_wake_inside(uint32_t *word, unsigned limit) {
    struct waiter **line = line_of(word);
    int count = 0;
    waiters_come_to(line);
    if (tp_peek(line))
        for (struct waiter *w; limit && (w = oldest(line, word)); limit--, count++) {
            waiters_remove(line, w);
            tp_store(&w->woken, 1);
        }
    return count;
}
WEAK int tp_futex_wake(uint32_t *word, unsigned limit) {
    __tp_atomic_begin();
    int count = tp_futex_wake_inside(word, limit);
    __tp_atomic_end();
    return count;
}

WEAK void tp_futex_stand_inside(uint32_t *word, struct sleeper *self) {
    struct waiter **line = line_of(word);
    waiters_come_to(line);
    tp_store(&self->word, word);
    waiters_add(line, &self->waiter);
}
WEAK int tp_futex_leave(uint32_t *word, struct sleeper *self) {
    struct waiter **line = line_of(word);
    __tp_atomic_begin();
    waiters_come_to(line);
    int woken = tp_load(&self->waiter.woken);
    if (!woken)
        waiters_remove(line, &self->waiter);
    __tp_atomic_end();
    return woken;
}

static long futex(uint32_t *word, int operation, uint32_t value, void *timeout) {
    switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: {
        int result = tp_futex_wait(word, value, timeout != 0);
        if (result > 0)
            return 0;
        errno = result ? ETIMEDOUT : EAGAIN;
        return -1;
    }
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        return tp_futex_wake(word, value);
    default:
        __tp_unsupported("this operation on a futex");
    }
}

WEAK long tp_futex(va_list arguments) {
    uint32_t *word = va_arg(arguments, uint32_t *);
    int operation = va_arg(arguments, int);
    uint32_t value = va_arg(arguments, uint32_t);
    int waits = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT || (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
    return futex(word, operation, value, waits ? va_arg(arguments, void *) : 0);
}
