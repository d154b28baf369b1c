// Deadlines of timed operations. Time does not decide anything: an operation times out when the
// search lets it. But then the clock of its thread has reached the deadline, because programs look.
// The form of a deadline is checked where POSIX demands it, when the operation did not succeed.
#ifndef DEADLINE_H
#define DEADLINE_H

#include <errno.h>
#include <time.h>

// Sets the clock of the running thread to this time if it is earlier. In time.c.
void tp_clock_reach(const struct timespec *time);

static inline int deadline_is_valid(const struct timespec *deadline) {
    return deadline->tv_nsec >= 0 && deadline->tv_nsec < 1000000000;
}

static inline int deadline_result(int result, const struct timespec *deadline) {
    if (result != ETIMEDOUT)
        return result;
    if (!deadline_is_valid(deadline))
        return EINVAL;
    tp_clock_reach(deadline);
    return ETIMEDOUT;
}

#endif
