// pthread_exit ends the thread from inside a call.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <pthread.h>

static int after;

static void leave(int depth) {
    if (depth == 0)
        pthread_exit(&after);
    leave(depth - 1);
    after = 1;
}

static void *body(void *unused) {
    leave(3);
    after = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, body, NULL);
    pthread_join(t, &result);
    assert(result == &after && after == 0);
}
