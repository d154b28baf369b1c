// A normal mutex that its holder locks again is waited for, for ever.
// case: => error deadlock line=9
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
}
