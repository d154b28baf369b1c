// A floating-point division by zero is infinite, not an error.
// case: => verified complete=1
#include <assert.h>

static double divide(double a, double b) { return a / b; }

int main(void) {
  double infinite = divide(1.0, 0.0);
  assert(infinite > 1e308);
  double none = divide(0.0, 0.0);
  assert(none != none);
  return 0;
}
