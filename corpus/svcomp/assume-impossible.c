// An assumption that never holds: nothing after it is ever reached.
// case: => verified complete=0 blocked=1
#include <assert.h>

extern void __VERIFIER_assume(int condition);

int main(void) {
  __VERIFIER_assume(0);
  assert(0);
  return 0;
}
