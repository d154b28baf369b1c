// The answers of try-locks and of a writer that locks again.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec deadline = {2000000000, 0}, invalid = {0, -1};

static void *beside_writer(void *unused) {
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&l, &deadline) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&l, &deadline) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&l, &invalid) == EINVAL);
    return unused;
}

static void *beside_reader(void *unused) {
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&l, &deadline) == ETIMEDOUT);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_timedrdlock(&l, &invalid) == 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t;
    assert(pthread_rwlock_wrlock(&l) == 0);
    assert(pthread_rwlock_wrlock(&l) == EDEADLK);
    assert(pthread_rwlock_rdlock(&l) == EDEADLK);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    pthread_create(&t, NULL, beside_writer, NULL);
    pthread_join(t, NULL);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0);
    pthread_create(&t, NULL, beside_reader, NULL);
    pthread_join(t, NULL);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
}
