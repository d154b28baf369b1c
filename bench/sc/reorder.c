// reorder(N): N-1 threads set a then b, one looks whether it sees them out of step.
// From: SCTBench (reorder_N_bad); Abdulla et al., "Optimal Stateless Model Checking for Reads-From
// Equivalence under SC", table 5. The counts are those of the program without its assertion.
// N: number of threads (default 3). CHECK: if defined, the (violated) assertion is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int a, b;

static void *setter(void *unused) {
  (void)unused;
  atomic_store(&a, 1);
  atomic_store(&b, -1);
  return NULL;
}

static void *checker(void *unused) {
  (void)unused;
  int in_step = (atomic_load(&a) == 0 && atomic_load(&b) == 0) ||
                (atomic_load(&a) == 1 && atomic_load(&b) == -1);
#ifdef CHECK
  assert(in_step);
#endif
  (void)in_step;
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N - 1; i++)
    pthread_create(&threads[i], NULL, setter, NULL);
  pthread_create(&threads[N - 1], NULL, checker, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
