// Threads that were woken touch the condition variable no more: it may be destroyed at once.
// case: => verified complete=2 blocked=0
// case: --check leaks => verified
// case: --model ra => verified blocked=0
// case: --model ra --check leaks => verified
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int waiting, gone;

static void *wait(void *unused) {
    pthread_mutex_lock(&m);
    if (!gone) {
        waiting = 1;
        pthread_cond_wait(c, &m);
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    c = malloc(sizeof *c);
    pthread_cond_init(c, NULL);
    pthread_create(&t, NULL, wait, NULL);
    pthread_mutex_lock(&m);
    gone = 1;
    if (waiting)
        pthread_cond_broadcast(c);
    pthread_cond_destroy(c);
    free(c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
