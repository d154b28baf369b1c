// Futexes: threads that wait for a wake-up at an address. Waiters stand in one of a few lines, by
// address, so that different futexes rarely meet. Wake-ups go to those who waited longest, as the
// kernel's do.
#ifndef FUTEX_H
#define FUTEX_H

#include "waiters.h"

struct sleeper {
    // First, so that the two have the same address.
    struct waiter waiter;
    uint32_t *word;
};
#include <stdarg.h>

// Waits for a wake-up, if the word has this value; returns whether it had. A wait with a time-out
// may end at any time, and then returns -1.
int tp_futex_wait(uint32_t *word, uint32_t value, int timed);

// Wakes up to `limit` threads and returns how many.
int tp_futex_wake(uint32_t *word, unsigned limit);

// Parts of these, inside a section of the caller: to wake, and to stand in line without a look at the word.
int tp_futex_wake_inside(uint32_t *word, unsigned limit);
void tp_futex_stand_inside(uint32_t *word, struct sleeper *self);
// A thread leaves the line of waiters; returns whether it was woken before.
int tp_futex_leave(uint32_t *word, struct sleeper *self);

// The system call, with the arguments that follow its number.
long tp_futex(va_list arguments);

#endif
