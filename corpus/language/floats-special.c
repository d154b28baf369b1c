// Infinities and not-a-number.
// case: => verified complete=1
#include <assert.h>

static double zero = 0.0;

int main(void) {
  double infinite = 1.0 / zero, none = zero / zero;
  assert(infinite > 1e300 && -infinite < -1e300);
  assert(none != none && !(none < 1) && !(none >= 1));
  assert(infinite - infinite != 0);
  assert(1.0 / -zero == -infinite);
  return 0;
}
