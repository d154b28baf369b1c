// case: => error mutex-misuse line=10
#include <pthread.h>

static void *body(void *unused) { return unused; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, body, NULL);
    pthread_detach(t);
    pthread_detach(t);
}
