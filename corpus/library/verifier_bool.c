// A boolean input has both values, and that is all of them.
// case: => verified complete=4 blocked=0
// case: -- -DFAIL => error assertion line=12
#include <assert.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
#ifdef FAIL
    assert(!(a && !b));
#endif
    assert(a + b <= 2);
}
