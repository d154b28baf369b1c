// Unbounded recursion with events on the way.
// case: => error stack-overflow
#include <stdatomic.h>

static atomic_int depth;

static int deeper(int n) {
  if (n % 100 == 0)
    atomic_fetch_add(&depth, 1);
  return deeper(n + 1) + 1;
}

int main(void) { return deeper(0); }
