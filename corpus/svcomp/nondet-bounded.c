// A choice that is narrowed down to what was sampled is still only sampled.
// case: => inconclusive unsupported
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main() {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 2);
  assert(n == 0 || n == 1);
}
