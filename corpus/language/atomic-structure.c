// Atomic structures of eight bytes, and of four.
// case: => verified complete=1
#include <assert.h>
#include <stdatomic.h>

struct pair {
  int a, b;
};
struct tag {
  short id, version;
};

static _Atomic struct pair p;
static _Atomic struct tag t;

int main(void) {
  atomic_store(&p, ((struct pair){1, 2}));
  struct pair now = atomic_load(&p);
  assert(now.a == 1 && now.b == 2);
  struct tag before = atomic_load(&t), after = {3, 4};
  assert(atomic_compare_exchange_strong(&t, &before, after));
  assert(!atomic_compare_exchange_strong(&t, &before, after) && before.version == 4);
  return 0;
}
