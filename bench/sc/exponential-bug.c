// exponential-bug(N): branches that few interleavings reach, next to many harmless writes.
// From: Huang, "Stateless Model Checking Concurrent Programs with Maximal Causality Reduction",
// figure 2; Abdulla et al., "Optimal Stateless Model Checking for Reads-From Equivalence under SC",
// table 4, and "... under the Release-Acquire Semantics", table 5.
// N: writes of y per critical section (default 3). READ, WRITE: memory orders (default seq_cst).
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#ifndef READ
#define READ memory_order_seq_cst
#endif
#ifndef WRITE
#define WRITE memory_order_seq_cst
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;

static void *set(void *unused) {
  (void)unused;
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&m);
    atomic_store_explicit(&x, 1, WRITE);
    for (int k = 0; k < N; k++)
      atomic_store_explicit(&y, 1, WRITE);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

static void *reset(void *unused) {
  (void)unused;
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&m);
    atomic_store_explicit(&x, 0, WRITE);
    pthread_mutex_unlock(&m);
    if (atomic_load_explicit(&x, READ) > 0) {
      int r = atomic_load_explicit(&y, READ);
      atomic_store_explicit(&y, r + 1, WRITE);
      atomic_store_explicit(&x, 2, WRITE);
    }
  }
  return NULL;
}

static void *watch(void *unused) {
  (void)unused;
  for (int round = 0; round < 2; round++) {
    if (atomic_load_explicit(&x, READ) > 1) {
      if (atomic_load_explicit(&y, READ) == 3)
        return NULL;
      atomic_store_explicit(&y, 2, WRITE);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, set, NULL);
  pthread_create(&t2, NULL, reset, NULL);
  pthread_create(&t3, NULL, watch, NULL);
  return 0;
}
