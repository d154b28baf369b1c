// The same object is freed twice.
// case: => error double-free line=8
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  free(p); // BUG
  return 0;
}
