// A timed wait ends with the signal or without it. Four ways: the signal came before; it came too
// late, after or before the mutex was taken again; it came in time.
// case: => verified complete=4 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *signal(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    struct timespec deadline = {2000000000, 0};
    pthread_create(&t, NULL, signal, NULL);
    pthread_mutex_lock(&m);
    int result = pthread_cond_timedwait(&c, &m, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
