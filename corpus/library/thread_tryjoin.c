// A try-join finds the thread at work or at its end.
// case: => verified complete=2 blocked=0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int result = pthread_tryjoin_np(t, NULL);
    if (result == 0) {
        assert(x == 1);
    } else {
        assert(result == EBUSY);
        pthread_join(t, NULL);
    }
}
