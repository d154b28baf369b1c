// The serial thread may destroy the barrier and free its memory while others still return.
// case: => verified complete=2 blocked=0
// case: --check leaks => verified
// case: --model ra => verified blocked=0
// case: --model ra --check leaks => verified
#include <pthread.h>
#include <stdlib.h>

static void *arrive(void *barrier) {
    if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(barrier);
        free(barrier);
    }
    return NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_barrier_t *b = malloc(sizeof *b);
    pthread_barrier_init(b, NULL, 2);
    pthread_create(&s, NULL, arrive, b);
    pthread_create(&t, NULL, arrive, b);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
