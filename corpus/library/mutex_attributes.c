// Attributes are remembered and checked.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    int value;
    assert(pthread_mutexattr_init(&a) == 0);
    assert(pthread_mutexattr_gettype(&a, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_settype(&a, 99) == EINVAL);
    assert(pthread_mutexattr_gettype(&a, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_getpshared(&a, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_getprotocol(&a, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_gettype(&a, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_t m;
    assert(pthread_mutex_init(&m, &a) == 0);
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_consistent(&m) == EINVAL);
}
