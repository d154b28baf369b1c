// pthread_once. A call from inside the initialiser waits for ever.
#include "once.h"
#include <pthread.h>

WEAK int pthread_once(pthread_once_t *once, void (*initialise)(void)) {
    once_run((uint32_t *)once, initialise);
    return 0;
}
