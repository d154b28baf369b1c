// Without any signal a timed wait times out, and is no deadlock.
// case: => verified complete=1 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;

int main(void) {
    pthread_condattr_t attributes;
    clockid_t clock;
    pthread_condattr_init(&attributes);
    assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC);
    pthread_cond_init(&c, &attributes);
    struct timespec valid = {2000000000, 0}, invalid = {0, -1};
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &valid) == ETIMEDOUT);
    assert(pthread_cond_timedwait(&c, &m, &invalid) == EINVAL);
    pthread_mutex_unlock(&m);
    pthread_cond_destroy(&c);
}
