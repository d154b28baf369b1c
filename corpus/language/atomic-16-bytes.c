// Atomic operations on sixteen bytes, by the instruction and by the library.
// case: => verified complete=2
// case: -- -mcx16 => verified complete=2
// case: --model tso -- -mcx16 => verified complete=2
// case: --model pso => verified complete=2
// case: -- -DTORN => error assertion line=37
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  long a, b;
};
typedef unsigned __int128 wide;

static _Atomic struct pair p;
static _Atomic wide w;

static void *both(void *unused) {
  atomic_store(&p, ((struct pair){1, 1}));
  return unused;
}

int main(void) {
  atomic_store(&w, (wide)1 << 64);
  atomic_fetch_add(&w, ~0ull);
  assert(atomic_fetch_sub(&w, 1) == ((wide)1 << 64 | ~0ull));
  assert(atomic_exchange(&w, 5) == ((wide)1 << 64) + ~0ull - 1);
  wide seen = 4;
  assert(!atomic_compare_exchange_strong(&w, &seen, 6) && seen == 5);
  assert(atomic_compare_exchange_strong(&w, &seen, (wide)3 << 100) && w == (wide)3 << 100);
  pthread_t other;
  pthread_create(&other, 0, both, 0);
#ifdef TORN
  long *halves = (long *)&p;
  long a = __atomic_load_n(&halves[0], __ATOMIC_SEQ_CST), b = __atomic_load_n(&halves[1], __ATOMIC_SEQ_CST);
  assert(a == b);
#else
  struct pair now = atomic_load(&p);
  assert(now.a == now.b);
#endif
  pthread_join(other, 0);
  assert(atomic_load(&p).b == 1);
}
