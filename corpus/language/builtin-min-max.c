// Atomic minimum and maximum, signed and unsigned.
// case: => verified complete=1
#include <assert.h>

static int s = 5;
static unsigned u = 5;

int main(void) {
  assert(__atomic_fetch_min(&s, -3, __ATOMIC_SEQ_CST) == 5 && s == -3);
  assert(__atomic_fetch_max(&s, 7, __ATOMIC_SEQ_CST) == -3 && s == 7);
  assert(__atomic_fetch_min(&u, 9u, __ATOMIC_SEQ_CST) == 5 && u == 5);
  assert(__atomic_fetch_max(&u, 0xffffffffu, __ATOMIC_SEQ_CST) == 5 && u == 0xffffffffu);
  return 0;
}
