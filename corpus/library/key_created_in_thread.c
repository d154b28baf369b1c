// A key that is created after the thread has begun works as well.
// case: => verified complete=2 blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int destroyed[2];

static void destroy(void *value) { *(int *)value = 1; }
static void create(void) { pthread_key_create(&key, destroy); }

static void *use(void *value) {
    pthread_once(&once, create);
    pthread_setspecific(key, value);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, &destroyed[0]);
    pthread_create(&b, NULL, use, &destroyed[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed[0] && destroyed[1]);
}
