// lastwrite(N): N writes to one variable, and main reads the last one.
// From: Abdulla et al., "Optimal Stateless Model Checking for Reads-From Equivalence under SC", table 3.
// N: number of writers (default 7).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 7
#endif

static atomic_int x;

static void *writer(void *argument) {
  atomic_store(&x, (int)(intptr_t)argument);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 1; i <= N; i++)
    pthread_create(&threads[i - 1], NULL, writer, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  int last = atomic_load(&x);
  assert(1 <= last && last <= N);
  return 0;
}
