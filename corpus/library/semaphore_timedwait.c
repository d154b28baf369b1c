// The post comes before the time-out or after it.
// case: => verified complete=2 blocked=0
// case: --model ra => verified blocked=0
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void *post(void *unused) {
    sem_post(&s);
    return unused;
}

int main(void) {
    pthread_t t;
    struct timespec deadline = {2000000000, 0};
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, post, NULL);
    sem_timedwait(&s, &deadline);
    pthread_join(t, NULL);
}
