// Copying a structure with unset members is no use of them.
// case: --check uninitialized => verified
#include <stdlib.h>
#include <string.h>

struct pair {
  int first;
  int second;
};

int main(void) {
  struct pair *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->first = 1;
  memcpy(b, a, sizeof *b);
  *a = *b;
  int result = b->first == 1 ? 0 : 1;
  free(a);
  free(b);
  return result;
}
