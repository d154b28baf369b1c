// Atomic floating-point variables.
// case: => verified complete=1
#include <assert.h>
#include <stdatomic.h>

static _Atomic float f = 1.5f;
static _Atomic double d;

int main(void) {
  atomic_store(&d, 0.25);
  assert(atomic_load(&f) + atomic_load(&d) == 1.75);
  assert(atomic_exchange(&f, 2.0f) == 1.5f);
  f += 0.5f;
  assert(f == 2.5f);
  return 0;
}
