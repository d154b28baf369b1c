// More readers than there are places to count them in.
// case: => verified complete=1 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t t[8];

static void *read_nested(void *number) {
    long n = (long)number;
    pthread_rwlock_rdlock(&l);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    if (n) {
        pthread_create(&t[n], NULL, read_nested, (void *)(n - 1));
        pthread_join(t[n], NULL);
    }
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    pthread_rwlock_unlock(&l);
    return NULL;
}

int main(void) {
    read_nested((void *)7);
    assert(pthread_rwlock_trywrlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
}
