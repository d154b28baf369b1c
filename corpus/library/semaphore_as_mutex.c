// case: => verified complete=6 blocked=0
// case: --model ra => verified blocked=0
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
    pthread_t t[3];
    assert(sem_init(&s, 0, 1) == 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, increment, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(counter == 3);
    assert(sem_destroy(&s) == 0);
}
