// Far outside of one heap object, where another one might lie, is still outside.
// case: => error out-of-bounds line=9
#include <stdlib.h>

int main(void) {
  int *a = calloc(4, sizeof(int));
  int *b = calloc(4, sizeof(int));
  int i = (int)(b - a);
  int seen = a[i < 0 ? 64 : i + 64]; // BUG
  free(a);
  free(b);
  return seen;
}
