// After its destruction a mutex may be initialised again; one on the heap too.
// case: => verified complete=1 blocked=0
// case: --check leaks => verified
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    pthread_mutex_t *m = malloc(sizeof *m);
    for (int i = 0; i < 2; i++) {
        assert(pthread_mutex_init(m, NULL) == 0);
        assert(pthread_mutex_lock(m) == 0);
        assert(pthread_mutex_unlock(m) == 0);
        assert(pthread_mutex_destroy(m) == 0);
    }
    free(m);
}
