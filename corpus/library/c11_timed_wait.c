// case: => verified complete=1 blocked=0
#include <assert.h>
#include <threads.h>

int main(void) {
    mtx_t m;
    cnd_t c;
    struct timespec deadline = {2000000000, 0};
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    mtx_lock(&m);
    assert(cnd_timedwait(&c, &m, &deadline) == thrd_timedout);
    assert(cnd_broadcast(&c) == thrd_success);
    mtx_unlock(&m);
}
