// Cancellation is not modelled, and that is said.
// case: => inconclusive
#include <pthread.h>

static void *body(void *unused) { return unused; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, body, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
}
