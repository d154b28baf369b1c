// Constructors run before main, in order of their priority.
// case: => verified complete=1
#include <assert.h>

static int order;

__attribute__((constructor(300))) static void third(void) { order = order * 10 + 3; }
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(150))) static void first(void) { order = order * 10 + 1; }

int main(void) {
  assert(order == 123);
  return 0;
}
