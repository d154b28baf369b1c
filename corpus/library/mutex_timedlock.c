// A timed lock takes the mutex while it is free or gives up while it is not.
// case: => verified complete=2 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *patient(void *unused) {
    struct timespec deadline = {2000000000, 0};
    int result = pthread_mutex_timedlock(&m, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0)
        pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, patient, NULL);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
