// case: => verified complete=1
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex a = 1 + 2 * I, b = 3 - I;
  a = a + b;
  assert(creal(a) == 4 && cimag(a) == 1);
}
