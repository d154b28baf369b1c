// Threads that create threads.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *count(void *depth) {
    intptr_t d = (intptr_t)depth, sum = 1;
    if (d > 0) {
        pthread_t t[2];
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, count, (void *)(d - 1));
        for (int i = 0; i < 2; i++) {
            void *part;
            pthread_join(t[i], &part);
            sum += (intptr_t)part;
        }
    }
    return (void *)sum;
}

int main(void) { assert((intptr_t)count((void *)2) == 7); }
