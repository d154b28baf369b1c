// Unbounded recursion with an event in every call.
// case: => error stack-overflow
#include <stdatomic.h>

static atomic_int depth;

static int deeper(void) {
  atomic_fetch_add(&depth, 1);
  return deeper() + 1;
}

int main(void) { return deeper(); }
