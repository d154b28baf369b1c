// A spin lock excludes as a mutex does.
// case: => verified complete=2 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t l;
static int counter;

static void *increment(void *unused) {
    pthread_spin_lock(&l);
    counter++;
    pthread_spin_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t a, b;
    assert(pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    assert(pthread_spin_destroy(&l) == 0);
}
