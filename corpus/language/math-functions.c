// case: => verified complete=1
#include <assert.h>
#include <math.h>
static int near(double a, double b) {
  return fabs(a - b) < 1e-9;
}
int main(void) {
  assert(near(sin(0.5), 0.479425538604203) && near(cos(0.5), 0.877582561890373) &&
         near(exp(1), 2.718281828459045) && near(log(10), 2.302585092994046) &&
         near(atan2(1, 1), 0.785398163397448) && near(cbrt(27), 3));
  assert(log2(8) == 3 && log10(1000) == 3);
}
