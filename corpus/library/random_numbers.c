// The sequence is the same for the same seed, and threads do not disturb each other.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *draw(void *unused) {
    (void)unused;
    srand(5);
    int first = rand();
    assert(rand() != first && first >= 0);
    return (void *)(intptr_t)first;
}

int main(void) {
    pthread_t a, b;
    void *x, *y;
    pthread_create(&a, NULL, draw, NULL);
    pthread_create(&b, NULL, draw, NULL);
    pthread_join(a, &x);
    pthread_join(b, &y);
    assert(x == y);
}
