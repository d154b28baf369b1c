// case: => error mutex-misuse line=15
// case: --model ra => error mutex-misuse line=15
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t b;

int main(void) {
    assert(pthread_barrier_init(&b, NULL, 0) == EINVAL);
    assert(pthread_barrier_init(&b, NULL, 1) == 0);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&b) == 0);
    pthread_barrier_wait(&b);
}
