// <threads.h>: creation, result, end, mutex.
// case: => verified complete=2 blocked=0
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int counter;

static int increment(void *result) {
    assert(mtx_lock(&m) == thrd_success);
    counter++;
    assert(mtx_unlock(&m) == thrd_success);
    if (result)
        thrd_exit(*(int *)result);
    return -3;
}

int main(void) {
    thrd_t a, b;
    int five = 5, x, y;
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    assert(thrd_create(&a, increment, &five) == thrd_success);
    assert(thrd_create(&b, increment, NULL) == thrd_success);
    assert(thrd_join(a, &x) == thrd_success && x == 5);
    assert(thrd_join(b, &y) == thrd_success && y == -3);
    assert(counter == 2);
    assert(!thrd_equal(a, b) && !thrd_equal(a, thrd_current()));
    mtx_destroy(&m);
}
