// An error-checking mutex answers with error codes.
// case: => verified complete=1 blocked=0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *unlock(void *unused) {
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    return unused;
}

int main(void) {
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_t t;
    pthread_create(&t, NULL, unlock, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&m) == 0);
}
