// Freeing a string literal that was meant to be a copy.
// case: => error invalid-free line=8
#include <stdlib.h>

static char *name = (char *)"unnamed";

int main(void) {
  free(name); // BUG
  return 0;
}
