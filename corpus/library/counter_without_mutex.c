// An increment is a read and a write: one of two may be lost.
// case: => error assertion line=20
// case: --check races => error data-race
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *unused) {
    counter++;
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
