// One thread frees while the other still reads: only some schedules show it.
// case: => error use-after-free line=7
#include <pthread.h>
#include <stdlib.h>

static void *read(void *p) {
    return *(int *)p ? p : NULL;
}

int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, NULL, read, p);
    free(p);
    pthread_join(t, NULL);
}
