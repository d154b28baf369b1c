// The overflow builtins tell whether the result fits.
// case: => verified complete=1
#include <assert.h>
#include <limits.h>

static int a = INT_MAX, b = 1;
static unsigned c = 3, d = 5;

int main(void) {
  int sum;
  unsigned difference, product;
  assert(__builtin_add_overflow(a, b, &sum) && sum == INT_MIN);
  assert(!__builtin_add_overflow(b, b, &sum) && sum == 2);
  assert(__builtin_sub_overflow(c, d, &difference) && difference == UINT_MAX - 1);
  assert(!__builtin_mul_overflow(c, d, &product) && product == 15);
  return 0;
}
