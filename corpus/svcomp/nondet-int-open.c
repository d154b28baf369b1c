// A free int whose values cannot all be tried: no wrong one is found, but that proves nothing.
// case: => inconclusive unsupported
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 123456789);
  return 0;
}
