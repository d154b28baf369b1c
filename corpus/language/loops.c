// All kinds of loops, with break and continue.
// case: => verified complete=1
#include <assert.h>

int main(void) {
  int odd = 0, i = 0, down = 10;
  for (;;) {
    i++;
    if (i % 2 == 0)
      continue;
    if (i > 9)
      break;
    odd += i;
  }
  assert(odd == 25 && i == 11);
  do
    down -= 3;
  while (down > 0);
  assert(down == -2);
  while (down++ < 0)
    ;
  assert(down == 1);
  return 0;
}
