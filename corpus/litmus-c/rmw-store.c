// Lost update: a plain write never slips into an atomic increment.
// case: --model sc => verified complete=2 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed -DUPDATE=memory_order_relaxed => verified
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst -DUPDATE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x;
static int a;

static void *thread_0(void *unused) {
  (void)unused;
  a = atomic_fetch_add_explicit(&x, 1, UPDATE);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 5, WRITE);
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, thread_0, NULL);
  pthread_create(&t1, NULL, thread_1, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  int last_x = atomic_load_explicit(&x, READ);
  assert(!(last_x != 5 && last_x != 6));
  return 0;
}
