// case: => error mutex-misuse line=9
// case: --model ra => error mutex-misuse line=9
#include <pthread.h>

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_destroy(&c);
    pthread_cond_signal(&c);
}
