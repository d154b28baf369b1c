// case: => verified complete=1 blocked=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int x;

static void *set(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    int seen = x;
    __VERIFIER_assume(seen == 1);
    assert(seen == 1);
    pthread_join(t, NULL);
}
