// A destructor that sets a value again is called again, four times at most.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void again(void *value) {
    calls++;
    pthread_setspecific(key, value);
}

static void *set(void *value) {
    pthread_setspecific(key, value);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, again);
    pthread_create(&t, NULL, set, &calls);
    pthread_join(t, NULL);
    assert(calls == 4);
}
