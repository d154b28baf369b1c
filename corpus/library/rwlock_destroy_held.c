// case: => error mutex-misuse line=9
// case: --model ra => error mutex-misuse line=9
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_destroy(&l);
}
