// SB, store buffering: can both threads miss the other one's write?
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => error assertion line=35
// case: --model pso => error assertion line=35
// case: --model ra => error assertion line=35
// case: --model c11 => error assertion line=35
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => error assertion line=35
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst => verified
// case: --model pso -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => error assertion line=35
#include "litmus.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  a = atomic_load_explicit(&y, READ);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, WRITE);
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
