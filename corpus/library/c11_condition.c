// case: => verified complete=2 blocked=0
// case: -- -DLOST => error deadlock
// case: --model ra => verified blocked=0
// case: --model ra -- -DLOST => error deadlock
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int produce(void *unused) {
    (void)unused;
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, produce, NULL);
    mtx_lock(&m);
#ifdef LOST
    cnd_wait(&c, &m);
#else
    while (!ready)
        cnd_wait(&c, &m);
#endif
    mtx_unlock(&m);
    thrd_join(t, NULL);
    cnd_destroy(&c);
}
