// Goto: out of nested loops, and a loop of its own.
// case: => verified complete=1
#include <assert.h>

static int find(int wanted) {
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      if (i * j == wanted)
        goto found;
  return 0;
found:
  return 1;
}

int main(void) {
  int n = 0;
again:
  if (n < 3) {
    n++;
    goto again;
  }
  assert(n == 3 && find(12) == 1 && find(7) == 0);
  return 0;
}
