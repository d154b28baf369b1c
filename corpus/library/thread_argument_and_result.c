// case: => verified complete=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *twice(void *argument) { return (void *)((intptr_t)argument * 2); }
static void *exits(void *argument) { pthread_exit((void *)((intptr_t)argument + 1)); }

int main(void) {
    pthread_t a, b;
    void *x, *y;
    assert(pthread_create(&a, NULL, twice, (void *)21) == 0);
    assert(pthread_create(&b, NULL, exits, (void *)21) == 0);
    assert(pthread_join(a, &x) == 0);
    assert(pthread_join(b, &y) == 0);
    assert((intptr_t)x == 42 && (intptr_t)y == 22);
}
