// Signals that find nobody only read.
// case: => verified complete=1 blocked=0
// case: --model ra => verified blocked=0
#include <pthread.h>

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *signal(void *unused) {
    pthread_cond_signal(&c);
    pthread_cond_broadcast(&c);
    return unused;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, signal, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
