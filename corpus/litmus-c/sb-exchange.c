// SB with exchanges in place of the stores: they drain the buffers, but order nothing under RA.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => error assertion line=34
// case: --model c11 => error assertion line=34
// case: --model c11 -- -DREAD=memory_order_relaxed -DUPDATE=memory_order_relaxed => error assertion line=34
// case: --model c11 -- -DREAD=memory_order_seq_cst -DUPDATE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x, y;
static int a, b, c, d;

static void *thread_0(void *unused) {
  (void)unused;
  c = atomic_exchange_explicit(&x, 1, UPDATE);
  a = atomic_load_explicit(&y, READ);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  d = atomic_exchange_explicit(&y, 1, UPDATE);
  b = atomic_load_explicit(&x, READ);
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, thread_0, NULL);
  pthread_create(&t1, NULL, thread_1, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  assert(!(a == 0 && b == 0));
  return 0;
}
