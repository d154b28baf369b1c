// seqlock(N): a sequence lock with one writer and N-1 readers that retry until they saw no writer.
// After: Jonsson et al., "Awaiting for Godot: Stateless Model Checking that Avoids Executions where
// Nothing Happens", table I; the paper does not print its driver, so the counts are our own.
// N: number of threads (default 3).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int sequence;
static atomic_int a, b;

static void *writer(void *unused) {
  (void)unused;
  atomic_fetch_add(&sequence, 1);
  atomic_store(&a, 1);
  atomic_store(&b, 1);
  atomic_fetch_add(&sequence, 1);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int before, seen_a, seen_b;
  do {
    do
      before = atomic_load(&sequence);
    while (before % 2 != 0);
    seen_a = atomic_load(&a);
    seen_b = atomic_load(&b);
  } while (atomic_load(&sequence) != before);
  assert(seen_a == seen_b);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  pthread_create(&threads[0], NULL, writer, NULL);
  for (int i = 1; i < N; i++)
    pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
