// case: => error deadlock line=8
// case: --model ra => error deadlock line=8
#include <pthread.h>

int main(void) {
    pthread_barrier_t b;
    pthread_barrier_init(&b, NULL, 2);
    pthread_barrier_wait(&b);
}
