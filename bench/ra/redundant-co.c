// redundant-co(N): two threads write one variable N times each, and one thread reads it twice.
// From: Abdulla et al., "Optimal Stateless Model Checking under the Release-Acquire Semantics", table 4.
// N: writes per writer (default 5).
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int x;

static void *writer(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++)
    atomic_store_explicit(&x, 1, memory_order_release);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int a = atomic_load_explicit(&x, memory_order_acquire);
  int b = atomic_load_explicit(&x, memory_order_acquire);
  (void)a;
  (void)b;
  return NULL;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, writer, NULL);
  pthread_create(&t2, NULL, writer, NULL);
  pthread_create(&t3, NULL, reader, NULL);
  return 0;
}
