// A buffer of two places between two semaphores.
// case: => verified blocked=0
// case: --check races => verified
// case: --model ra => verified blocked=0
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { PLACES = 2, ITEMS = 3 };
static sem_t full, empty;
static int buffer[PLACES];

static void *produce(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&empty);
        buffer[i % PLACES] = i;
        sem_post(&full);
    }
    return unused;
}

int main(void) {
    pthread_t t;
    sem_init(&full, 0, 0);
    sem_init(&empty, 0, PLACES);
    pthread_create(&t, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&full);
        assert(buffer[i % PLACES] == i);
        sem_post(&empty);
    }
    pthread_join(t, NULL);
}
