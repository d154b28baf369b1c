// Nobody comes in between the begin and the end of an atomic section.
// case: => verified complete=2 blocked=0
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int counter;

static void *increment(void *unused) {
    __VERIFIER_atomic_begin();
    counter++;
    __VERIFIER_atomic_end();
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
