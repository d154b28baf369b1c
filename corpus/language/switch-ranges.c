// case: => verified complete=1
#include <assert.h>
static int kind(int c) {
  switch (c) {
  case '0' ... '9':
    return 1;
  case 'a' ... 'z':
  case 'A' ... 'Z':
    return 2;
  case -100 ... - 1:
    return 3;
  default:
    return 0;
  }
}
int main(void) {
  assert(kind('5') == 1 && kind('q') == 2 && kind('Q') == 2 && kind(-50) == 3 && kind(1000) == 0);
  int n = 10, k = 0;
  switch (n % 4) {
    do {
    case 0:
      k++;
    case 3:
      k++;
    case 2:
      k++;
    case 1:
      k++;
    } while ((n -= 4) > 0);
  }
  assert(k == 10);
}
