// case: => error deadlock
#include <pthread.h>

static pthread_t creator;

static void *join(void *unused) {
    pthread_join(creator, NULL);
    return unused;
}

static void *create(void *unused) {
    pthread_t t;
    creator = pthread_self();
    pthread_create(&t, NULL, join, NULL);
    pthread_join(t, NULL);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, create, NULL);
    pthread_exit(NULL);
}
