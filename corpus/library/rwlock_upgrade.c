// A reader that wants to write waits for itself.
// case: => error deadlock line=10
// case: --model ra => error deadlock line=10
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_wrlock(&l);
}
