// One producer, one consumer, a buffer of one place, two condition variables.
// case: => verified blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <pthread.h>

enum { ITEMS = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int buffer, full;

static void *produce(void *unused) {
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&m);
        while (full)
            pthread_cond_wait(&not_full, &m);
        buffer = i;
        full = 1;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, produce, NULL);
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&m);
        while (!full)
            pthread_cond_wait(&not_empty, &m);
        assert(buffer == i);
        full = 0;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
}
