// Null pointers compare equal to each other and to nothing else.
// case: => verified complete=1
#include <assert.h>
#include <stddef.h>

static int x;
static int *p = &x, *q, *r = NULL;

int main(void) {
  assert(q == r && !q && p && p != q);
  assert((p ? 1 : 2) == 1);
  q = p;
  assert(q == &x);
  return 0;
}
