// case: => verified complete=4 blocked=0
// case: --model ra => verified blocked=0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t l;

static void *try(void *unused) {
    int result = pthread_spin_trylock(&l);
    if (result == 0)
        pthread_spin_unlock(&l);
    else
        assert(result == EBUSY);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, try, NULL);
    pthread_create(&b, NULL, try, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
