// The signal may wake the thread that began to wait last: a queue is not promised.
// case: -- -DEXPECTED=0 => error assertion line=36
// case: -- -DEXPECTED=1 => error assertion line=36
// case: --model ra -- -DEXPECTED=0 => error assertion line=36
// case: --model ra -- -DEXPECTED=1 => error assertion line=36
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, order[2], first = -1;

static void *wait(void *number) {
    int *me = number;
    pthread_mutex_lock(&m);
    order[waiting++] = *me;
    pthread_cond_wait(&c, &m);
    if (first < 0)
        first = *me;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    static int zero = 0, one = 1;
    pthread_create(&a, NULL, wait, &zero);
    pthread_create(&b, NULL, wait, &one);
    pthread_mutex_lock(&m);
    if (waiting == 2) {
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        if (first >= 0)
            assert(first == order[EXPECTED]);
    }
    exit(0);
}
