// An increment continues the release sequence of the flag.
// case: --model sc => verified complete=9 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed -DUPDATE=memory_order_relaxed => error assertion line=42
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst -DUPDATE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x, y;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  atomic_store_explicit(&y, 1, WRITE);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  c = atomic_fetch_add_explicit(&y, 1, UPDATE);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  a = atomic_load_explicit(&y, READ);
  b = atomic_load_explicit(&x, READ);
  return NULL;
}

int main(void) {
  pthread_t t0, t1, t2;
  pthread_create(&t0, NULL, thread_0, NULL);
  pthread_create(&t1, NULL, thread_1, NULL);
  pthread_create(&t2, NULL, thread_2, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(!(a == 2 && b == 0 && c == 1));
  return 0;
}
