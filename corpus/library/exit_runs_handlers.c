// exit calls the handlers, the youngest first, and does not return.
// case: => verified blocked=0
// case: -- -DFAIL => error assertion line=11
#include <assert.h>
#include <stdlib.h>

static int order;

static void first(void) {
#ifdef FAIL
    assert(order == 0);
#else
    assert(order == 1);
#endif
}
static void second(void) { order++; }

int main(void) {
    atexit(first);
    atexit(second);
    exit(0);
    assert(!"not reached");
}
