// Two mutexes taken in the same order by both threads.
// case: => verified complete=2 blocked=0
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *both(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, both, NULL);
    pthread_create(&t, NULL, both, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
