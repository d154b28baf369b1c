// Of three compare-exchanges from zero exactly one succeeds.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DREAD=memory_order_relaxed -DUPDATE=memory_order_relaxed => verified
// case: --model c11 -- -DREAD=memory_order_seq_cst -DUPDATE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  int expected_a = 0;
  a = atomic_compare_exchange_strong_explicit(&x, &expected_a, 1, UPDATE, READ);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  int expected_b = 0;
  b = atomic_compare_exchange_strong_explicit(&x, &expected_b, 2, UPDATE, READ);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  int expected_c = 0;
  c = atomic_compare_exchange_strong_explicit(&x, &expected_c, 3, UPDATE, READ);
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
  assert(!(a + b + c != 1));
  return 0;
}
