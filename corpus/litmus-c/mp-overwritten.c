// MP where the data is written twice: the reader must see the second value.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => error assertion line=36
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst => verified
// case: --model pso -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => error assertion line=36
#include "litmus.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  atomic_store_explicit(&x, 2, WRITE);
  atomic_store_explicit(&y, 1, WRITE);
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
  assert(!(a == 1 && b != 2));
  return 0;
}
