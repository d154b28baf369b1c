// The clocks of std::chrono, in nanoseconds.
#include "tp.h"
#include <time.h>

static int64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

WEAK int64_t system_now(void) __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
int64_t system_now(void) { return now(CLOCK_REALTIME); }
WEAK int64_t steady_now(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
int64_t steady_now(void) { return now(CLOCK_MONOTONIC); }
