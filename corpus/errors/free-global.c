// Freeing a global variable.
// case: => error invalid-free line=9
#include <stdlib.h>

static int global;
static int *p = &global;

int main(void) {
  free(p); // BUG
  return 0;
}
