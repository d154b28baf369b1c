// The x87 format has 64 bits of precision. Either it is computed right or the verdict is open.
// case: => inconclusive unsupported
#include <assert.h>
int main(void) {
  volatile long double x = 1.0L / 3;
  assert(x * 3 > 0.99L && x * 3 < 1.01L);
  return sizeof x == 16 ? 0 : 1;
}
