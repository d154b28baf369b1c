// Memory from calloc and global variables are zero.
// case: --check uninitialized => verified
#include <assert.h>
#include <stdlib.h>

static int global[4];

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  for (int i = 0; i < 4; i++)
    assert(numbers[i] == global[i]);
  free(numbers);
  return 0;
}
