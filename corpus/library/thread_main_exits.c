// pthread_exit in main leaves the others running.
// case: => error assertion line=7
#include <assert.h>
#include <pthread.h>

static void *fail(void *unused) {
    assert(!"reached");
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, fail, NULL);
    pthread_exit(NULL);
}
