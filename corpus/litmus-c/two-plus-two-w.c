// 2+2W: two threads write two variables in opposite order.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified
// case: --model ra => error assertion line=36
// case: --model c11 => error assertion line=36
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => error assertion line=36
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst => verified
// case: --model tso -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => verified
// case: --model pso -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => error assertion line=36
#include "litmus.h"

static atomic_int x, y;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  atomic_store_explicit(&y, 2, WRITE);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, WRITE);
  atomic_store_explicit(&x, 2, WRITE);
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, thread_0, NULL);
  pthread_create(&t1, NULL, thread_1, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  int last_x = atomic_load_explicit(&x, READ);
  int last_y = atomic_load_explicit(&y, READ);
  assert(!(last_x == 1 && last_y == 1));
  return 0;
}
