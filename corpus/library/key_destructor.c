// A destructor runs when the thread's body returns, and when it calls pthread_exit.
// case: => verified blocked=0
// case: --check leaks => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key, unused_key;
static atomic_int destroyed;

static void destroy(void *value) {
    assert(pthread_getspecific(key) == NULL);
    atomic_fetch_add(&destroyed, *(int *)value);
    free(value);
}

static void never(void *value) {
    (void)value;
    abort();
}

static void *leave(void *how) {
    int *value = malloc(sizeof *value);
    *value = 1;
    pthread_setspecific(key, value);
    if (how)
        pthread_exit(NULL);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&unused_key, never);
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, leave, NULL);
    pthread_create(&b, NULL, leave, &key);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed == 2);
}
