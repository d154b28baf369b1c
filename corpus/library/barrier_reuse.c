// A barrier is used again at once; two arrivals in either order, twice.
// case: => verified complete=4 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int data[2][2];

static void *phases(void *number) {
    long me = (long)number;
    for (int round = 0; round < 2; round++) {
        data[round][me] = round + 1;
        pthread_barrier_wait(&b);
        assert(data[round][1 - me] == round + 1);
    }
    return NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&s, NULL, phases, (void *)0);
    pthread_create(&t, NULL, phases, (void *)1);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
