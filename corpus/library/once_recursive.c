// The initialiser that calls itself waits for its own end.
// case: => error deadlock line=9
// case: --model ra => error deadlock line=9
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
    pthread_once(&once, initialise);
}

int main(void) {
    pthread_once(&once, initialise);
}
