// race-parametric(N): long independent work, then N racing writes and reads of one variable.
// From: Chalupa et al., "Data-Centric Dynamic Partial Order Reduction"; Abdulla et al., "Optimal
// Stateless Model Checking for Reads-From Equivalence under SC", table 4.
// N: racing rounds per thread (default 4). B: independent rounds per thread (default 42).
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif
#ifndef B
#define B 42
#endif

static atomic_int local[2];
static atomic_int v;

static void *work(void *argument) {
  int t = (int)(intptr_t)argument;
  int seen;
  for (int i = 0; i < B; i++) {
    atomic_store(&local[t], i);
    seen = atomic_load(&local[t]);
  }
  for (int i = 0; i < N; i++) {
    atomic_store(&v, t);
    seen = atomic_load(&v);
  }
  (void)seen;
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, work, (void *)(intptr_t)0);
  pthread_create(&t1, NULL, work, (void *)(intptr_t)1);
  return 0;
}
