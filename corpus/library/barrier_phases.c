// What was written before a barrier is read after it. The two may arrive in either order.
// case: => verified complete=2 blocked=0
// case: --check races => verified complete=2
// case: --model ra => verified blocked=0
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int data[2], serial[2];

static void *phase(void *number) {
    long me = (long)number;
    data[me] = 1;
    serial[me] = pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;
    assert(data[1 - me] == 1);
    return NULL;
}

int main(void) {
    pthread_t s, t;
    assert(pthread_barrier_init(&b, NULL, 2) == 0);
    pthread_create(&s, NULL, phase, (void *)0);
    pthread_create(&t, NULL, phase, (void *)1);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(serial[0] + serial[1] == 1);
    assert(pthread_barrier_destroy(&b) == 0);
}
