// CoWR: after its own write a thread never sees an older one.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => verified
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x;
static int a;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  a = atomic_load_explicit(&x, READ);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
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
  assert(!(a == 2 && last_x == 1));
  return 0;
}
