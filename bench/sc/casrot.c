// casrot(N): thread i tries to turn i-1 into i with one compare-exchange.
// From: Abdulla et al., "Optimal Stateless Model Checking for Reads-From Equivalence under SC", table 2.
// N: number of threads (default 8).
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 8
#endif

static atomic_int x;

static void *rotate(void *argument) {
  int id = (int)(intptr_t)argument;
  int expected = id - 1;
  atomic_compare_exchange_strong(&x, &expected, id);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 1; i <= N; i++)
    pthread_create(&threads[i - 1], NULL, rotate, (void *)(intptr_t)i);
  return 0;
}
