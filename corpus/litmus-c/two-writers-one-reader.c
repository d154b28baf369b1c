// All orders of two writes and two reads of one variable.
// case: --model sc => verified complete=12 blocked=0
// case: --model tso => verified
// case: --model ra => verified
// case: --model c11 => verified
// case: --model c11 -- -DREAD=memory_order_relaxed -DWRITE=memory_order_relaxed => verified
// case: --model c11 -- -DREAD=memory_order_seq_cst -DWRITE=memory_order_seq_cst => verified
#include "litmus.h"

static atomic_int x;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, WRITE);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 2, WRITE);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  a = atomic_load_explicit(&x, READ);
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
  assert(!((a == 1 && b == 0) || (a == 2 && b == 0)));
  return 0;
}
