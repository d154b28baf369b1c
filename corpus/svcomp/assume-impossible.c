// An assumption that never holds: nothing after it is ever reached, and no execution says anything.
// case: => inconclusive nothing-complete complete=0 blocked=1
#include <assert.h>

extern void __VERIFIER_assume(int condition);

int main(void) {
  __VERIFIER_assume(0);
  assert(0);
  return 0;
}
