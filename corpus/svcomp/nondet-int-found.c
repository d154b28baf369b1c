// A free int: the wrong value is among those that are tried.
// case: => error assertion line=9
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 0); // BUG
  return 0;
}
