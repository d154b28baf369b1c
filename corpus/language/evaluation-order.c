// Short-circuit operators, the comma, and increments.
// case: => verified complete=1
#include <assert.h>

static int calls;
static int called(int result) {
  calls++;
  return result;
}

int main(void) {
  assert(!(called(0) && called(1)) && calls == 1);
  assert((called(1) || called(0)) && calls == 2);
  int i = 1, j = i++ + 5;
  assert(i == 2 && j == 6 && (i += 2, ++i) == 5);
  return 0;
}
