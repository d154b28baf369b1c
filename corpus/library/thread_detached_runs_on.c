// A detached thread is explored to its end, even after main has returned.
// case: => error assertion line=8
#include <assert.h>
#include <pthread.h>

static void *late(void *unused) {
    pthread_detach(pthread_self());
    assert(!"reached");
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, late, NULL);
}
