// Every call reads and branches: states of the stack must not be kept for each.
// case: --algorithm sat => error stack-overflow
// case: --algorithm optimal => error stack-overflow
#include <stdatomic.h>

static atomic_int found;

static int look(int n) {
  if (atomic_load(&found) == n + 1)
    return 0;
  return 1 + look(n + 1);
}

int main(void) { return look(0); }
