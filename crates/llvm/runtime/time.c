// Clocks and sleeping. Time does not pass: sleeping is nothing, since every schedule is explored
// anyway. Each thread sees its own clock go on by a tick at each look, so that a loop until a
// deadline ends; clocks of different threads say nothing about each other.
#include "tp.h"
#include <sched.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

enum { TICKS_PER_SECOND = 10 };

// A day in 2024: programs may subtract from it.
static const uint64_t EPOCH = 1720000000;

static _Thread_local uint64_t ticks;

static struct timespec now(void) {
    uint64_t t = ++ticks;
    return (struct timespec){(time_t)(EPOCH + t / TICKS_PER_SECOND),
                             (long)(t % TICKS_PER_SECOND * (1000000000 / TICKS_PER_SECOND))};
}

WEAK time_t time(time_t *result) {
    time_t seconds = now().tv_sec;
    if (result)
        *result = seconds;
    return seconds;
}

WEAK int clock_gettime(clockid_t clock, struct timespec *result) {
    (void)clock;
    *result = now();
    return 0;
}

WEAK int clock_getres(clockid_t clock, struct timespec *result) {
    (void)clock;
    if (result)
        *result = (struct timespec){0, 1};
    return 0;
}

WEAK int timespec_get(struct timespec *result, int base) {
    if (base != TIME_UTC)
        return 0;
    *result = now();
    return base;
}

WEAK int gettimeofday(struct timeval *result, void *zone) {
    (void)zone;
    struct timespec t = now();
    *result = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
    return 0;
}

WEAK clock_t clock(void) { return (clock_t)(++ticks * (CLOCKS_PER_SEC / TICKS_PER_SECOND)); }

WEAK double difftime(time_t a, time_t b) { return (double)(a - b); }

WEAK int nanosleep(const struct timespec *duration, struct timespec *remaining) {
    (void)duration;
    (void)remaining;
    return 0;
}
WEAK int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                         struct timespec *remaining) {
    (void)clock;
    (void)flags;
    (void)duration;
    (void)remaining;
    return 0;
}
WEAK unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}
WEAK int usleep(useconds_t duration) {
    (void)duration;
    return 0;
}
WEAK int sched_yield(void) { return 0; }
