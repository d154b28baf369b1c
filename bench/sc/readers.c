// readers(N): one write, N independent reads of it.
// From: Abdulla et al., "Optimal Stateless Model Checking for Reads-From Equivalence under SC", table 2.
// N: number of readers (default 9).
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 9
#endif

static atomic_int x;

static void *writer(void *unused) {
  (void)unused;
  atomic_store(&x, 42);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int seen = atomic_load(&x);
  (void)seen;
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], NULL, writer, NULL);
  for (int i = 1; i <= N; i++)
    pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 0; i <= N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
