// With a timed lock the opposite orders are harmless.
// case: => verified blocked=0
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *backwards(void *unused) {
    struct timespec deadline = {2000000000, 0};
    pthread_mutex_lock(&b);
    if (pthread_mutex_timedlock(&a, &deadline) == 0)
        pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, forwards, NULL);
    pthread_create(&t, NULL, backwards, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
