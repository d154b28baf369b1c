// Undefined functions with the names that CBMC's users give to inputs.
// case: => verified complete=1
// case: -- -DBUG => error assertion
#include <assert.h>
_Bool nondet_bool(void);
void __CPROVER_assume(_Bool);
int main(void) {
  _Bool b = nondet_bool();
#ifndef BUG
  __CPROVER_assume(b);
#endif
  assert(b);
}
