// Atomic pointers: exchange, compare-exchange, and arithmetic by elements.
// case: => verified complete=1
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

static int array[4] = {0, 1, 2, 3};
static _Atomic(int *) p = array;

int main(void) {
  assert(*atomic_fetch_add(&p, 2) == 0 && *atomic_load(&p) == 2);
  assert(*atomic_fetch_sub(&p, 1) == 2 && *atomic_load(&p) == 1);
  int *expected = array;
  assert(!atomic_compare_exchange_strong(&p, &expected, NULL) && expected == &array[1]);
  assert(atomic_compare_exchange_strong(&p, &expected, NULL) && atomic_load(&p) == NULL);
  assert(atomic_exchange(&p, &array[3]) == NULL && *p == 3);
  return 0;
}
