// A wait gives up only one of two locks of a recursive mutex, so nobody can signal.
// case: => error deadlock
// case: --model ra => error deadlock
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *signal(void *unused) {
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, signal, NULL);
    pthread_cond_wait(&c, &m);
    pthread_join(t, NULL);
}
