// Atomic booleans and the atomic flag.
// case: => verified complete=1
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool b;
static atomic_flag f = ATOMIC_FLAG_INIT;

int main(void) {
  assert(!atomic_exchange(&b, true) && atomic_load(&b));
  bool expected = true;
  assert(atomic_compare_exchange_strong(&b, &expected, false) && !b);
  b = 256 != 0;
  assert(b);
  assert(!atomic_flag_test_and_set(&f) && atomic_flag_test_and_set_explicit(&f, memory_order_acquire));
  atomic_flag_clear(&f);
  assert(!atomic_flag_test_and_set(&f));
  return 0;
}
