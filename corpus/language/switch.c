// Switch with gaps, fall-through and default.
// case: => verified complete=1
#include <assert.h>

static int classify(int n) {
  int result = 0;
  switch (n) {
  case 1:
    result += 1;
  case 2:
    result += 2;
    break;
  case 100:
    return 100;
  case -5 ... - 3:
    result = -1;
    break;
  default:
    result = 7;
  }
  return result;
}

int main(void) {
  assert(classify(1) == 3 && classify(2) == 2 && classify(100) == 100);
  assert(classify(-4) == -1 && classify(-6) == 7 && classify(0) == 7);
  return 0;
}
