// Memory from malloc is read before it is written.
// case: --check uninitialized => error uninitialized line=9
// case: --algorithm optimal => verified
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(2 * sizeof *numbers);
  numbers[0] = 1;
  int result = numbers[0] + numbers[1] > 3 ? 1 : 2; // BUG
  free(numbers);
  return result;
}
