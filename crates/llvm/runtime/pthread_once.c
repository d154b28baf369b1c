// pthread_once. A call from inside the initialiser waits for ever.
#include "once.h"
#include <pthread.h>

WEAK int pthread_once(pthread_once_t *once, void (*initialise)(void)) {
    if (once_begin((uint32_t *)once)) {
        initialise();
        once_end((uint32_t *)once);
    }
    return 0;
}
