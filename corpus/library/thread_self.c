// case: => verified complete=1 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *self(void *result) {
    *(pthread_t *)result = pthread_self();
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    return NULL;
}

int main(void) {
    pthread_t a, b, in_a, in_b;
    pthread_create(&a, NULL, self, &in_a);
    pthread_create(&b, NULL, self, &in_b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_equal(a, in_a) && pthread_equal(b, in_b));
    assert(!pthread_equal(a, b) && !pthread_equal(a, pthread_self()));
}
