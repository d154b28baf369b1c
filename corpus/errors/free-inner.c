// Freeing a pointer into the middle of an object.
// case: => error invalid-free line=8
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  text++;
  free(text); // BUG
  return 0;
}
