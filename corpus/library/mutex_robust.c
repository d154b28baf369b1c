// Robust mutexes are not modelled, and that is said.
// case: => inconclusive
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
}
