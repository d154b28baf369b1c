// A read of freed memory.
// case: => error use-after-free line=9
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  free(p);
  return *p; // BUG
}
