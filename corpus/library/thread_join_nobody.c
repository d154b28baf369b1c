// case: => error mutex-misuse line=7
#include <pthread.h>

static pthread_t never_created;

int main(void) {
    pthread_join(never_created, NULL);
}
