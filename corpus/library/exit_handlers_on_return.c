// Returning from main calls the handlers too.
// case: => error assertion line=7
#include <assert.h>
#include <stdlib.h>

static void handler(void) {
    assert(!"reached");
}

int main(void) {
    atexit(handler);
    return 0;
}
