// Atomic structures that are larger than any machine's words, or of an odd size: never seen half changed.
// case: => verified complete=4
// case: --check races => verified
// case: --model tso => verified complete=4
// case: --model pso => verified complete=4
// case: --model ra => verified
// case: --check races -- -DPLAIN => error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct large { long a, b, c, d; };
struct odd { int a, b, c; };
static _Atomic struct large large;
static _Atomic struct odd odd;
static void *writer(void *unused) {
  atomic_store(&large, ((struct large){1, 2, 3, 4}));
  struct odd old = atomic_exchange(&odd, ((struct odd){5, 6, 7}));
  assert(old.a == 0 && old.c == 0);
  struct large expected = {1, 2, 3, 0}, next = {9, 9, 9, 9};
  assert(!atomic_compare_exchange_strong(&large, &expected, next));
  assert(expected.d == 4);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
#ifdef PLAIN
  struct large l = *(struct large *)&large;
#else
  struct large l = atomic_load(&large);
#endif
  struct odd o = atomic_load(&odd);
  assert(l.a == 0 ? l.d == 0 : l.a == 1 && l.d == 4);
  assert(o.a == 0 ? o.c == 0 : o.a == 5 && o.b == 6 && o.c == 7);
  pthread_join(thread, 0);
  struct large expected = {1, 2, 3, 4};
  assert(atomic_compare_exchange_strong(&large, &expected, ((struct large){0, 0, 0, 8})));
  assert(atomic_load(&large).d == 8);
}
