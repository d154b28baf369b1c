// case: -- -DEXIT=_Exit => verified
// case: -- -DEXIT=_exit => verified
// case: -- -DEXIT=quick_exit => verified
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void) { assert(!"not reached"); }

int main(void) {
    atexit(handler);
    EXIT(0);
    assert(!"not reached");
}
