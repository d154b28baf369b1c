// Operations on different mutexes commute.
// case: => verified complete=1 blocked=0
#include <pthread.h>

static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *twice(void *mutex) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(mutex);
        pthread_mutex_unlock(mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, twice, &m[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
