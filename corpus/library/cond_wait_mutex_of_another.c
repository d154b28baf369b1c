// case: => error mutex-misuse line=9
// case: --model ra => error mutex-misuse line=9
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *wait(void *unused) {
    pthread_cond_wait(&c, &m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, wait, NULL);
    pthread_join(t, NULL);
}
