// strcpy without room for the end of the string.
// case: => error out-of-bounds line=8
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = malloc(5);
  strcpy(copy, "hello"); // BUG
  free(copy);
  return 0;
}
