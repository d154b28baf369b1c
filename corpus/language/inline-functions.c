// Inline functions, also with loops, and attributes that change nothing.
// case: => verified complete=1
#include <assert.h>

static inline __attribute__((always_inline)) int power(int base, int exponent) {
  int result = 1;
  while (exponent-- > 0)
    result *= base;
  return result;
}

static __attribute__((noinline, pure)) int twice(int n) { return 2 * n; }

int main(void) {
  assert(power(3, 4) == 81 && power(2, 0) == 1 && twice(power(2, 3)) == 16);
  return 0;
}
