// A clean-up handler runs when its scope is left with a nonzero argument.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <pthread.h>

static int ran;
static void handler(void *amount) { ran += *(int *)amount; }

int main(void) {
    int one = 1, ten = 10;
    pthread_cleanup_push(handler, &one);
    pthread_cleanup_push(handler, &ten);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    assert(ran == 10);
}
