// Try-locks that fail only read, so their order does not matter.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *try(void *unused) {
    assert(pthread_mutex_trylock(&m) == EBUSY);
    return unused;
}

int main(void) {
    pthread_t t[3];
    pthread_mutex_lock(&m);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, try, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_mutex_unlock(&m);
}
