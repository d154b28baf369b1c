// Two try-locks for writing: one after the other, or one of them in vain.
// case: => verified complete=4 blocked=0
// case: --model ra => verified blocked=0
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *try(void *unused) {
    if (pthread_rwlock_trywrlock(&l) == 0)
        pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, try, NULL);
    pthread_create(&b, NULL, try, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
