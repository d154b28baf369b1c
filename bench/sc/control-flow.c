// control-flow(N): what two threads do depends on N writers, and N readers watch one of them.
// From: Abdulla et al., "Optimal Dynamic Partial Order Reduction"; "Optimal Stateless Model Checking
// for Reads-From Equivalence under SC", table 3; "... under the Release-Acquire Semantics", table 5.
// N: number of readers, and of writers (default 5). READ, WRITE: memory orders (default seq_cst).
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif
#ifndef READ
#define READ memory_order_seq_cst
#endif
#ifndef WRITE
#define WRITE memory_order_seq_cst
#endif

static atomic_int x, y, z;

static void *p(void *unused) {
  (void)unused;
  int seen = atomic_load_explicit(&x, READ);
  (void)seen;
  return NULL;
}

static void *q(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, WRITE);
  return NULL;
}

static void *r(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&y, READ) == 0)
    atomic_store_explicit(&z, 1, WRITE);
  return NULL;
}

static void *s(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&z, READ) == 1)
    if (atomic_load_explicit(&y, READ) == 0)
      atomic_store_explicit(&x, 1, WRITE);
  return NULL;
}

int main(void) {
  pthread_t threads[2 * N + 2];
  for (int i = 0; i < N; i++) {
    pthread_create(&threads[2 * i], NULL, p, NULL);
    pthread_create(&threads[2 * i + 1], NULL, q, NULL);
  }
  pthread_create(&threads[2 * N], NULL, r, NULL);
  pthread_create(&threads[2 * N + 1], NULL, s, NULL);
  return 0;
}
