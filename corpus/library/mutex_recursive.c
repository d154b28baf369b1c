// A recursive mutex is free after as many unlocks as locks.
// case: => verified complete=2 blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int inside;

static void *nested(void *unused) {
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    inside++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    assert(inside == 1);
    inside--;
    assert(pthread_mutex_unlock(&m) == 0);
    return unused;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
    pthread_mutex_init(&m, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_t a, b;
    pthread_create(&a, NULL, nested, NULL);
    pthread_create(&b, NULL, nested, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_mutex_destroy(&m) == 0);
}
