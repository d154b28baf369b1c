// Of an integer only a few values are tried, so nothing is proved; a bug with them is found.
// case: => inconclusive
// case: -- -DFAIL=-1 => error assertion line=12
// case: -- -DFAIL=0 => error assertion line=12
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
#ifdef FAIL
    assert(x != FAIL);
#endif
    return x == 3;
}
