// A semaphore as a signal: what comes before the post comes before what follows the wait.
// case: => verified complete=1 blocked=0
// case: --check races => verified complete=1
// case: --model ra => verified blocked=0
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int data;

static void *produce(void *unused) {
    data = 1;
    sem_post(&s);
    return unused;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, produce, NULL);
    sem_wait(&s);
    assert(data == 1);
    pthread_join(t, NULL);
}
