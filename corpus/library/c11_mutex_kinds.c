// case: => verified complete=1 blocked=0
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;

static int beside(void *unused) {
    (void)unused;
    struct timespec deadline;
    timespec_get(&deadline, TIME_UTC);
    deadline.tv_sec++;
    assert(mtx_trylock(&plain) == thrd_busy);
    assert(mtx_trylock(&recursive) == thrd_busy);
    assert(mtx_timedlock(&timed, &deadline) == thrd_timedout);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&plain, mtx_plain);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    assert(mtx_lock(&plain) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_unlock(&recursive) == thrd_success);
    assert(mtx_trylock(&timed) == thrd_success);
    thrd_create(&t, beside, NULL);
    thrd_join(t, NULL);
    assert(mtx_unlock(&recursive) == thrd_success);
    assert(mtx_unlock(&plain) == thrd_success);
    assert(mtx_unlock(&timed) == thrd_success);
}
