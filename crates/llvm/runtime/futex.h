// Futexes: threads that wait for a wake-up at an address. Waiters stand in one of a few lines, by
// address, so that different futexes rarely meet. Wake-ups go to those who waited longest, as the
// kernel's do.
#ifndef FUTEX_H
#define FUTEX_H

#include "waiters.h"
#include <stdarg.h>

// Waits for a wake-up, if the word has this value; returns whether it had. A wait with a time-out
// may end at any time, and then returns -1.
int tp_futex_wait(uint32_t *word, uint32_t value, int timed);

// Wakes up to `limit` threads and returns how many.
int tp_futex_wake(uint32_t *word, unsigned limit);

// The system call, with the arguments that follow its number.
long tp_futex(va_list arguments);

#endif
