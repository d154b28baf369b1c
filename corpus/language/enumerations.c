// Enumerations, also negative ones and ones used as sizes.
// case: => verified complete=1
#include <assert.h>

enum color { RED, GREEN = 5, BLUE, NONE = -1, SIZE = 4 };

static enum color palette[SIZE] = {BLUE, NONE};

int main(void) {
  assert(BLUE == 6 && palette[1] < 0 && palette[2] == RED);
  int sum = 0;
  for (enum color c = RED; c < SIZE; c++)
    sum += (int)c;
  assert(sum == 6);
  return 0;
}
