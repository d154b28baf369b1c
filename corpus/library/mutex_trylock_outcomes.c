// Two threads try once each: one after the other, or one of them in vain. Both in vain is not
// possible.
// case: => verified complete=4 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *try(void *unused) {
    int result = pthread_mutex_trylock(&m);
    if (result == 0)
        pthread_mutex_unlock(&m);
    else
        assert(result == EBUSY);
    return result ? &m : NULL;
}

int main(void) {
    pthread_t a, b;
    void *x, *y;
    pthread_create(&a, NULL, try, NULL);
    pthread_create(&b, NULL, try, NULL);
    pthread_join(a, &x);
    pthread_join(b, &y);
    assert(!x || !y);
}
