// Atomic operations on sixteen bytes.
// case: -- -mcx16 => inconclusive unsupported
#include <stdatomic.h>

struct pair {
  long a, b;
};

static _Atomic struct pair p;

int main(void) {
  struct pair next = {1, 2};
  atomic_store(&p, next);
  return (int)atomic_load(&p).a - 1;
}
