// As many values of an integer are tried as matter; where these cannot be told, a few, and nothing is proved.
// case: => verified complete=2
// case: -- -DFAIL=-1 => error assertion line=14
// case: -- -DFAIL=0 => error assertion line=14
// case: -- -DSQUARE => inconclusive
#include <assert.h>

int __VERIFIER_nondet_int(void);
static volatile unsigned square;

int main(void) {
    int x = __VERIFIER_nondet_int();
#ifdef FAIL
    assert(x != FAIL);
#endif
#ifdef SQUARE
    square = (unsigned)x * (unsigned)x;
#endif
    return x == 3;
}
