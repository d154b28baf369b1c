// Any non-zero value becomes true.
// case: => verified complete=1
#include <assert.h>
#include <stdbool.h>

static int number = 256;
static double half = 0.5;
static bool flags[2];

int main(void) {
  bool b = number;
  assert(b == 1);
  flags[1] = half;
  assert(flags[1] && !flags[0]);
  assert(flags[0] + flags[1] + b == 2);
  return 0;
}
