// opt-lock(N): an optimistic lock; two threads try at most N times to find their own mark.
// From: Chalupa et al., "Data-Centric Dynamic Partial Order Reduction"; Abdulla et al., "Optimal
// Stateless Model Checking for Reads-From Equivalence under SC", table 3.
// N: attempts per thread (default 11).
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 11
#endif

static atomic_int x, y;

static void *attempt(void *argument) {
  int id = (int)(intptr_t)argument;
  for (int i = 0; i < N; i++) {
    atomic_store(&x, id);
    atomic_store(&y, 1);
    if (atomic_load(&x) == id) {
      int result = atomic_load(&y);
      (void)result;
      break;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, attempt, (void *)(intptr_t)0);
  pthread_create(&t1, NULL, attempt, (void *)(intptr_t)1);
  return 0;
}
