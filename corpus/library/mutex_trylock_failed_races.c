// A try-lock that fails synchronises with nothing, so knowing that the other thread holds the
// mutex does not make its data safe to read.
// case: --check races => error data-race
// case: => verified
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *publish(void *unused) {
    data = 1;
    pthread_mutex_lock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, publish, NULL);
    if (pthread_mutex_trylock(&m) == EBUSY)
        return data - 1;
    pthread_mutex_unlock(&m);
}
