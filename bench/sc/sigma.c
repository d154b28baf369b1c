// sigma(N): main moves an index on while the threads it started write where it points.
// From: SV-COMP (pthread/sigma); Abdulla et al., "Optimal Stateless Model Checking for Reads-From
// Equivalence under SC", table 3, and "... under the Release-Acquire Semantics", table 5.
// N: number of threads (default 5). READ, WRITE: memory orders of loads and stores (default seq_cst).
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

static atomic_int place = -1;
static atomic_int array[N];

static void *mark(void *unused) {
  (void)unused;
  int mine = atomic_load_explicit(&place, READ);
  atomic_store_explicit(&array[mine], 1, WRITE);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    int before = atomic_load_explicit(&place, READ);
    atomic_store_explicit(&place, before + 1, WRITE);
    pthread_create(&threads[i], NULL, mark, NULL);
  }
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
