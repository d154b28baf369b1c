// x86 test n6: forwarding makes a write seem older than another thread's later one.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => error assertion line=36
// case: --model pso => error assertion line=36
// case: --model ra => error assertion line=36
// case: --model c11 => error assertion line=36
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => error assertion line=36
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  a = atomic_load_explicit(&x, READ);
  b = atomic_load_explicit(&y, READ);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 2, WRITE);
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
  assert(!(a == 1 && b == 0 && last_x == 1));
  return 0;
}
