// CBMC's spawn label is an ordinary label to clang; its functions are not known.
// case: => inconclusive unsupported
#include <assert.h>
_Bool nondet_bool(void);
void __CPROVER_assume(_Bool);
int main(void) {
  _Bool b = nondet_bool();
  __CPROVER_assume(b);
  assert(b);
}
