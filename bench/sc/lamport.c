// lamport(N): Lamport's fast mutex, algorithm 2; every thread enters once.
// Every wait is an assumption: an execution that would spin is given up (and counts as blocked).
// From: Abdulla et al., "Optimal Stateless Model Checking for Reads-From Equivalence under SC", table 4.
// N: number of threads (default 2).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

void __VERIFIER_assume(int condition);

static atomic_int x, y, b[N + 1], c;

static void lock(int id) {
  for (;;) {
    atomic_store(&b[id], 1);
    atomic_store(&x, id);
    if (atomic_load(&y) != 0) {
      atomic_store(&b[id], 0);
      __VERIFIER_assume(atomic_load(&y) == 0);
      continue;
    }
    atomic_store(&y, id);
    if (atomic_load(&x) != id) {
      atomic_store(&b[id], 0);
      for (int j = 1; j <= N; j++)
        __VERIFIER_assume(atomic_load(&b[j]) == 0);
      if (atomic_load(&y) != id) {
        __VERIFIER_assume(atomic_load(&y) == 0);
        continue;
      }
    }
    return;
  }
}

static void unlock(int id) {
  atomic_store(&y, 0);
  atomic_store(&b[id], 0);
}

static void *enter(void *argument) {
  int id = (int)(intptr_t)argument;
  lock(id);
  atomic_store(&c, id);
  assert(atomic_load(&c) == id);
  unlock(id);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 1; i <= N; i++)
    pthread_create(&threads[i - 1], NULL, enter, (void *)(intptr_t)i);
  return 0;
}
