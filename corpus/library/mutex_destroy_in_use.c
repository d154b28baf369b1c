// The mutex is destroyed while another thread may still want it: only some schedules show it.
// case: => error mutex-misuse
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    pthread_mutex_destroy(&m);
    pthread_join(t, NULL);
}
