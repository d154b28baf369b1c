// Two threads join the same one.
// case: => error mutex-misuse line=10
#include <pthread.h>

static pthread_t worker;

static void *work(void *unused) { return unused; }

static void *join(void *unused) {
    pthread_join(worker, NULL);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&a, NULL, join, NULL);
    pthread_create(&b, NULL, join, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
