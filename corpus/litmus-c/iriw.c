// IRIW: do two readers agree on the order of independent writes?
// case: --model sc => verified complete=15 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => error assertion line=50
// case: --model c11 => error assertion line=50
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => error assertion line=50
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x, y;
static int a, b, c, d;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, WRITE);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  a = atomic_load_explicit(&x, READ);
  b = atomic_load_explicit(&y, READ);
  return NULL;
}

static void *thread_3(void *unused) {
  (void)unused;
  c = atomic_load_explicit(&y, READ);
  d = atomic_load_explicit(&x, READ);
  return NULL;
}

int main(void) {
  pthread_t t0, t1, t2, t3;
  pthread_create(&t0, NULL, thread_0, NULL);
  pthread_create(&t1, NULL, thread_1, NULL);
  pthread_create(&t2, NULL, thread_2, NULL);
  pthread_create(&t3, NULL, thread_3, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
  return 0;
}
