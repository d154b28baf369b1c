// A read lock does not protect a write.
// case: => error assertion line=24
// case: --check races => error data-race
// case: --model ra => error data-race line=13
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int counter;

static void *increment(void *unused) {
    pthread_rwlock_rdlock(&l);
    counter++;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
}
