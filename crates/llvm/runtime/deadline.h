// Deadlines of timed operations. Time itself is not modelled: only their form is checked, and
// only where POSIX demands it, when the operation did not succeed at once.
#ifndef DEADLINE_H
#define DEADLINE_H

#include <errno.h>
#include <time.h>

static inline int deadline_result(int result, const struct timespec *deadline) {
    if (result == ETIMEDOUT && (deadline->tv_nsec < 0 || deadline->tv_nsec >= 1000000000))
        return EINVAL;
    return result;
}

#endif
