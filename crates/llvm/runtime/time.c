// Clocks and sleeping. Time does not pass: sleeping is nothing, since every schedule is explored
// anyway. Each thread sees its own clock go on by a tick at each look, and to the deadline when an
// operation times out, so that a loop until a deadline ends; clocks of different threads say
// nothing about each other.
#include "deadline.h"
#include "tp.h"
#include <sched.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
#define TICK (SECOND / 10)
// A day in 2024: programs may subtract from it.
#define START (INT64_C(1720000000) * SECOND)

// Nanoseconds since 1970.
static _Thread_local int64_t thread_time = START;

static int64_t look(void) { return thread_time += TICK; }

static struct timespec now(void) {
    int64_t t = look();
    return (struct timespec){t / SECOND, t % SECOND};
}

WEAK void tp_clock_reach(const struct timespec *time) {
    int64_t t;
    if (__builtin_mul_overflow((int64_t)time->tv_sec, SECOND, &t) || __builtin_add_overflow(t, time->tv_nsec, &t))
        return;
    if (thread_time < t)
        thread_time = t;
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

WEAK clock_t clock(void) { return (look() - START) / (SECOND / CLOCKS_PER_SEC); }

// The processor's counter of cycles, of which there are as many as nanoseconds.
WEAK uint64_t __tp_lib_cycles(void) { return (uint64_t)(look() - START); }

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
