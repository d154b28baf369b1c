// Three free booleans: eight executions.
// case: => verified complete=8
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  int ones = 0;
  for (int i = 0; i < 3; i++)
    ones += __VERIFIER_nondet_bool();
  assert(0 <= ones && ones <= 3);
  return 0;
}
