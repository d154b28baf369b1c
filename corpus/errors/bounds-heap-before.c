// A read before the beginning of a heap object.
// case: => error out-of-bounds line=8
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  int i = 3;
  while (numbers[i] == 0) // BUG
    i--;
  free(numbers);
  return 0;
}
