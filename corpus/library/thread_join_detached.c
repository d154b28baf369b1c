// case: -- -DATTRIBUTE=1 => error mutex-misuse line=20
// case: -- -DATTRIBUTE=0 => error mutex-misuse line=20
#include <assert.h>
#include <pthread.h>

static void *body(void *unused) { return unused; }

int main(void) {
    pthread_t t;
    pthread_attr_t attributes;
    int state;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    if (ATTRIBUTE)
        assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
    pthread_create(&t, &attributes, body, NULL);
    pthread_attr_destroy(&attributes);
    if (!ATTRIBUTE)
        assert(pthread_detach(t) == 0);
    pthread_join(t, NULL);
}
