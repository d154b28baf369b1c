// The old pointer is used after realloc.
// case: => error use-after-free line=9
#include <stdlib.h>

int main(void) {
  int *old = malloc(sizeof *old);
  *old = 1;
  int *larger = realloc(old, 16 * sizeof *larger);
  *old = 2; // BUG
  free(larger);
  return 0;
}
