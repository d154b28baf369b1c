// With two permits the increments are not exclusive.
// case: => error assertion line=25
// case: --model ra => error data-race line=13
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int counter;

static void *increment(void *unused) {
    sem_wait(&s);
    counter++;
    sem_post(&s);
    return unused;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
}
