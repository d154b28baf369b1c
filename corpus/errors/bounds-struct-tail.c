// An object too small for its structure: the last member lies outside.
// case: => error out-of-bounds line=15
#include <stdlib.h>

struct record {
  int id;
  int flags;
  long total;
};

int main(void) {
  struct record *r = malloc(sizeof(int) * 2);
  r->id = 1;
  r->flags = 2;
  r->total = 3; // BUG
  free(r);
  return 0;
}
