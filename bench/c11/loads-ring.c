// loads-ring(N): thread i reads variable i and writes the next one, around a ring.
// Load buffering (N = 2) and 3.LB (N = 3) of the litmus literature.
// N: threads (default 5).
//
// RC11 has no load buffering, so whatever the orders are: 2^N - 1, all but the class in which everybody reads the new value.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int x[N];

static void *user(void *number) {
  long i = (long)number;
  (void)atomic_load_explicit(&x[i], memory_order_relaxed);
  atomic_store_explicit(&x[(i + 1) % N], 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, user, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
