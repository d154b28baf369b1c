// A thread that ends does not give its mutexes back.
// case: => error deadlock line=16
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *unused) {
    pthread_mutex_lock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m);
}
