// An assumption that cuts one of two branches.
// case: => verified complete=1 blocked=1
#include <assert.h>
#include <stdbool.h>

extern void __VERIFIER_assume(int condition);
extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool b = __VERIFIER_nondet_bool();
  __VERIFIER_assume(b);
  assert(b);
  return 0;
}
