// Exchanges form one chain: exactly one of three sees the initial value.
// case: --model sc => verified complete=6 blocked=0
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DUPDATE=memory_order_relaxed => verified
// case: --model c11 -- -DUPDATE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  a = atomic_exchange_explicit(&x, 1, UPDATE);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  b = atomic_exchange_explicit(&x, 2, UPDATE);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  c = atomic_exchange_explicit(&x, 3, UPDATE);
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
  assert(!((a == 0) + (b == 0) + (c == 0) != 1));
  return 0;
}
