// case: => verified complete=1 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *try(void *unused) {
    int value;
    assert(sem_trywait(&s) == -1);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, try, NULL);
    pthread_create(&b, NULL, try, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
