// An input that is only compared has as many values as there are answers. One that is computed with
// has more than can be tried: no wrong one is found, but that proves nothing.
// case: => error assertion line=16
// case: -- -DCOMPUTED => inconclusive unsupported
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifdef COMPUTED
#define FORM 7 * x
#else
#define FORM x
#endif
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(FORM != 123456789); // BUG
  return 0;
}
