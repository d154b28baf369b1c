// A write to freed memory.
// case: => error use-after-free line=8
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  *p = 5; // BUG
  return 0;
}
