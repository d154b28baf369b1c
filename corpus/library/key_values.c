// Each thread has its own value; it begins as null.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int value[2];

static void *set(void *mine) {
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, mine) == 0);
    assert(pthread_getspecific(key) == mine);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    assert(pthread_key_create(&key, NULL) == 0);
    pthread_create(&a, NULL, set, &value[0]);
    pthread_create(&b, NULL, set, &value[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_getspecific(key) == NULL);
    assert(pthread_key_delete(key) == 0);
}
