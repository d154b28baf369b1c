// Each thread has its own copy of a thread-local variable, with its initial value.
// case: => verified complete=1 blocked=0
#include <assert.h>
#include <threads.h>

static thread_local int counter = 40;

static int use(void *other) {
    assert(&counter != other);
    counter += 2;
    return counter;
}

int main(void) {
    thrd_t a, b;
    int x, y;
    thrd_create(&a, use, &counter);
    thrd_create(&b, use, &counter);
    thrd_join(a, &x);
    thrd_join(b, &y);
    assert(x == 42 && y == 42 && counter == 40);
}
