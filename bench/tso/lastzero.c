// lastzero(N): a reader looks for the last zero of an array that N writers fill, with accesses of the
// machine: each writer writes a place of its own, so that no store is seen early.
// From: Abdulla et al., "Optimal Stateless Model Checking for Reads-From Equivalence under SC", table 1.
// N: number of writers (default 9).
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 9
#endif

static volatile int array[N + 1];

static void *reader(void *unused) {
  (void)unused;
  int i = N;
  while (array[i] != 0)
    i--;
  return NULL;
}

static void *writer(void *argument) {
  int j = (int)(intptr_t)argument;
  array[j] = array[j - 1] + 1;
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], NULL, reader, NULL);
  for (int j = 1; j <= N; j++)
    pthread_create(&threads[j], NULL, writer, (void *)(intptr_t)j);
  return 0;
}
