// The only pointer to an object is overwritten.
// case: --check leaks => error leak
#include <stdlib.h>

int main(void) {
  char *name = malloc(8);
  name = malloc(16);
  free(name);
  return 0;
}
