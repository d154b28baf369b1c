// case: => verified complete=1
#include <assert.h>
#include <math.h>
#include <float.h>
int main(void) {
  volatile double a = 0.1, b = 0.2;
  assert(a + b != 0.3 && fabs(a + b - 0.3) < DBL_EPSILON);
  volatile float f = 16777216.0f;
  assert(f + 1.0f == f);
  assert((int)-2.7 == -2 && (unsigned)3.99f == 3);
  assert(sqrt(2.0) * sqrt(2.0) > 2.0 && floor(-1.5) == -2 && ceil(1.2) == 2 &&
         fmod(7.5, 2) == 1.5 && round(2.5) == 3 && trunc(-2.5) == -2);
  assert(isnan(NAN) && isinf(INFINITY) && !isfinite(INFINITY) && signbit(-0.0) &&
         copysign(3, -1) == -3 && fmin(1, NAN) == 1 && fmax(2, 1) == 2);
  assert(pow(2, 10) == 1024 && hypot(3, 4) == 5);
  assert(ldexp(1, 4) == 16);
  int e;
  assert(frexp(8, &e) == 0.5 && e == 4);
}
