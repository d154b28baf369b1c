// A recursion of a thousand levels is ordinary.
// case: => verified complete=1
#include <assert.h>

static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }

int main(void) {
  assert(sum(1000) == 500500);
  return 0;
}
