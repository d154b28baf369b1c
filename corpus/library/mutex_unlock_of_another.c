// Only the holder may unlock.
// case: => error mutex-misuse line=8
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *unlock(void *unused) {
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, unlock, NULL);
    pthread_join(t, NULL);
}
