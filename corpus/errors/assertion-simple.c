// An assertion that fails at once.
// case: => error assertion line=8
// case: --no-check assertion => verified
#include <assert.h>

int main(void) {
  int x = 1;
  assert(x == 2); // BUG
  return 0;
}
