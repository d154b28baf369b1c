// The flag changes without the mutex: between the test and the wait.
// case: => error deadlock line=22
// case: --model ra => error deadlock line=22
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *produce(void *unused) {
    ready = 1;
    pthread_cond_signal(&c);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, produce, NULL);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
