// Four writes to one variable: 24 orders.
// case: --model sc => verified complete=24 blocked=0
// case: --model tso => verified
// case: --model pso => verified
#include "litmus.h"

static atomic_int x;

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
  atomic_store_explicit(&x, 3, WRITE);
  return NULL;
}

static void *thread_3(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 4, WRITE);
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
  int last_x = atomic_load_explicit(&x, READ);
  assert(!(last_x == 0));
  return 0;
}
