// A thread that gets a read-write lock by trying comes after the readers and writers before it. The relaxed accesses
// keep c11 from searching as under sc.
// case: => verified rf=unsupported
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DTIMED => verified
// case: --model c11 -- -DWRITER => verified
// case: --model c11 -- -DTIMED -DWRITER => verified
// case: --model c11 -- -DIGNORE => error data-race
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static atomic_int other;

static int try(void) {
#ifdef TIMED
    struct timespec deadline = {1, 0};
    return pthread_rwlock_timedwrlock(&lock, &deadline);
#else
    return pthread_rwlock_trywrlock(&lock);
#endif
}

static void *write(void *unused) {
    atomic_load_explicit(&other, memory_order_relaxed);
    int failed = try();
#ifdef IGNORE
    value++;
#else
    if (!failed)
        value++;
#endif
    if (!failed)
        pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
#ifdef WRITER
    pthread_rwlock_wrlock(&lock);
    value++;
#else
    pthread_rwlock_rdlock(&lock);
    int seen = value;
    (void)seen;
#endif
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
}
