// Statement expressions, typeof, and the conditional with an omitted middle.
// case: => verified complete=1
#include <assert.h>

#define MAX(a, b) ({ __typeof__(a) x = (a), y = (b); x > y ? x : y; })

static int calls;
static int once(void) { return ++calls; }

int main(void) {
  assert(MAX(once(), 0) == 1 && calls == 1);
  assert((once() ?: 9) == 2 && calls == 2);
  assert(MAX(2.5, 1) == 2.5);
  return 0;
}
