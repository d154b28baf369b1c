// Three arrive in any of six orders, and exactly one is the serial thread.
// case: => verified complete=6 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;

static void *arrive(void *unused) {
    int result = pthread_barrier_wait(&b);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    return result ? &b : NULL;
}

int main(void) {
    pthread_t t[3];
    int serial = 0;
    pthread_barrier_init(&b, NULL, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, arrive, NULL);
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(t[i], &result);
        serial += result != NULL;
    }
    assert(serial == 1);
}
