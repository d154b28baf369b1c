// A loop that never ends and writes a shared variable.
// case: --timeout 1 => inconclusive
// case: --unroll 4 => inconclusive nothing-complete complete=0 blocked=1
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  for (;;)
    atomic_store(&x, 1);
  return 0;
}
