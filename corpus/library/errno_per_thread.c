// case: => verified complete=1 blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *set(void *unused) {
    assert(errno == 0);
    errno = EBUSY;
    assert(errno == EBUSY);
    return unused;
}

int main(void) {
    pthread_t a, b;
    errno = EINVAL;
    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, set, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(errno == EINVAL);
}
