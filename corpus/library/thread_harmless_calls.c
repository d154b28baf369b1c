// Sleeping, yielding, naming and the like change nothing.
// case: => verified complete=1 blocked=0
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static void *body(void *unused) {
    struct timespec duration = {1, 0};
    sleep(1);
    usleep(1000);
    nanosleep(&duration, NULL);
    sched_yield();
    pthread_setname_np(pthread_self(), "body");
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_testcancel();
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_attr_t attributes;
    size_t size;
    pthread_attr_init(&attributes);
    assert(pthread_attr_setstacksize(&attributes, 65536) == 0);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 65536);
    assert(pthread_create(&t, &attributes, body, NULL) == 0);
    assert(pthread_join(t, NULL) == 0);
}
