// The usual loop around a wait: either the flag is seen, or the signal comes.
// case: => verified complete=2 blocked=0
// case: --check races => verified complete=2
// case: --model ra => verified blocked=0
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *produce(void *unused) {
    data = 7;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, produce, NULL);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    assert(data == 7);
    pthread_join(t, NULL);
}
