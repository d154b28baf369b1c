// Exactly one thread initialises; the other waits until it has finished.
// case: => verified complete=2 blocked=0
// case: --check races => verified complete=2
// case: --model ra => verified blocked=0
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls, data;

static void initialise(void) {
    calls++;
    data = 7;
}

static void *use(void *unused) {
    assert(pthread_once(&once, initialise) == 0);
    assert(data == 7);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(calls == 1);
}
