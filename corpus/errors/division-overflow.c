// The smallest number divided by -1 does not fit: the processor traps as for zero.
// case: => error division-by-zero line=6
#include <limits.h>

static int divide(int a, int b) {
  return a / b; // BUG
}

int main(void) { return divide(INT_MIN, -1); }
