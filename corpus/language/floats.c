// Floating-point arithmetic, conversions and comparisons.
// case: => verified complete=1
#include <assert.h>

static float third = 1.0f / 3.0f;
static double tenth = 0.1;
static int seven = 7;

int main(void) {
  assert(tenth + 0.2 != 0.3 && tenth + 0.2 > 0.3);
  assert(third * 3.0f == 1.0f);
  assert((double)third != 1.0 / 3.0);
  assert(seven / 2.0 == 3.5 && (int)-3.9 == -3 && (unsigned char)200.7 == 200);
  assert((float)16777217 == 16777216.0f);
  assert(-tenth < 0 && !(tenth < tenth) && tenth <= tenth);
  double sum = 0;
  for (int i = 0; i < 10; i++)
    sum += tenth;
  assert(sum != 1.0 && sum > 0.9999 && sum < 1.0001);
  return 0;
}
