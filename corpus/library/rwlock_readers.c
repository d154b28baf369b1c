// Readers do not exclude each other.
// case: => verified blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data = 5;

static void *read(void *unused) {
    pthread_rwlock_rdlock(&l);
    assert(data == 5);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, read, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
