// While it waits, a timed wait does not hold the mutex.
// case: => error assertion line=25
// case: --model ra => error assertion line=25
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int value;

static void *change(void *unused) {
    pthread_mutex_lock(&m);
    value = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    struct timespec deadline = {2000000000, 0};
    pthread_create(&t, NULL, change, NULL);
    pthread_mutex_lock(&m);
    int before = value;
    pthread_cond_timedwait(&c, &m, &deadline);
    assert(value == before);
    pthread_mutex_unlock(&m);
}
