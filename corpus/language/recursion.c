// Recursive functions: Fibonacci, Ackermann, and one that recurs mutually.
// case: => verified complete=1
#include <assert.h>

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
  assert(fibonacci(12) == 144);
  assert(ackermann(2, 3) == 9);
  assert(even(50) && odd(51) && !even(7));
  return 0;
}
