// MP where the flag is an exchange: it publishes the data.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed -DUPDATE=memory_order_relaxed => error assertion line=35
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst -DUPDATE=memory_order_seq_cst => verified
// case: --model pso -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => verified
#include "litmus.h"

static atomic_int x, y;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  c = atomic_exchange_explicit(&y, 1, UPDATE);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = atomic_load_explicit(&y, READ);
  b = atomic_load_explicit(&x, READ);
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, thread_0, NULL);
  pthread_create(&t1, NULL, thread_1, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  assert(!(a == 1 && b == 0));
  return 0;
}
