// A free mutex is taken whatever the deadline; its form matters only when waiting.
// case: => verified complete=1 blocked=0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void) {
    struct timespec valid = {2000000000, 0}, invalid = {0, 1000000000};
    assert(pthread_mutex_timedlock(&normal, &invalid) == 0);
    assert(pthread_mutex_timedlock(&normal, &invalid) == EINVAL);
    assert(pthread_mutex_timedlock(&normal, &valid) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&normal, CLOCK_MONOTONIC, &valid) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&checking, &valid) == 0);
    assert(pthread_mutex_timedlock(&checking, &valid) == EDEADLK);
}
