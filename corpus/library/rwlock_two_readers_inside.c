// Two readers can be inside at the same time.
// case: => error assertion line=13
// case: --model ra => error assertion line=13
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;

static void *read(void *unused) {
    pthread_rwlock_rdlock(&l);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, read, NULL);
    pthread_create(&b, NULL, read, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
