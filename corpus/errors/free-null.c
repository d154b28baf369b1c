// Freeing null does nothing.
// case: => verified complete=1
#include <stdlib.h>

int main(void) {
  int *p = NULL;
  free(p);
  return 0;
}
