// Producers and consumers that share one condition variable and signal instead of broadcasting
// may wake the wrong one, and then all wait.
// case: => error deadlock
// case: --model ra => error deadlock
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int full;

static void *produce(void *unused) {
    pthread_mutex_lock(&m);
    while (full)
        pthread_cond_wait(&c, &m);
    full = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *consume(void *unused) {
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&c, &m);
    full = 0;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], NULL, consume, NULL);
    pthread_create(&t[1], NULL, consume, NULL);
    pthread_create(&t[2], NULL, produce, NULL);
    pthread_create(&t[3], NULL, produce, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}
