// lastzero(N): a reader looks for the last zero of an array that N writers fill.
// From: Abdulla et al., "Optimal Stateless Model Checking for Reads-From Equivalence under SC", table 1.
// N: number of writers (default 9).
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 9
#endif

static atomic_int array[N + 1];

static void *reader(void *unused) {
  (void)unused;
  int i = N;
  while (atomic_load(&array[i]) != 0)
    i--;
  return NULL;
}

static void *writer(void *argument) {
  int j = (int)(intptr_t)argument;
  int before = atomic_load(&array[j - 1]);
  atomic_store(&array[j], before + 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], NULL, reader, NULL);
  for (int j = 1; j <= N; j++)
    pthread_create(&threads[j], NULL, writer, (void *)(intptr_t)j);
  return 0;
}
