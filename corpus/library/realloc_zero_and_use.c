// The old block is gone after realloc, whether it moved or not.
// case: => error use-after-free
#include <stdlib.h>
int main(void) {
  int *p = malloc(8), *q = realloc(p, 16);
  q[0] = 1;
  int r = p[0];
  free(q);
  return r;
}
