// Writers exclude each other.
// case: => verified complete=6 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l;
static int counter;

static void *write(void *unused) {
    pthread_rwlock_wrlock(&l);
    counter++;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t[3];
    assert(pthread_rwlock_init(&l, NULL) == 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, write, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(counter == 3);
    assert(pthread_rwlock_destroy(&l) == 0);
}
