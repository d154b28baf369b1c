// case: => error mutex-misuse line=8
// case: --model ra => error mutex-misuse line=8
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *unlock(void *unused) {
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, NULL, unlock, NULL);
    pthread_join(t, NULL);
}
