// mutex(N): the three-state mutex (free, taken, taken with waiters) over a futex.
// From: Drepper, "Futexes Are Tricky"; Jonsson et al., "Awaiting for Godot: Stateless Model Checking
// that Avoids Executions where Nothing Happens", table I. The paper does not print its program; this
// one has its counts.
// N: number of threads (default 2). ASSUME: see futex.h.
#include <assert.h>
#include <pthread.h>

#include "futex.h"

#ifndef N
#define N 2
#endif

enum { FREE, TAKEN, CONTENDED };

static atomic_int state;
static atomic_int x;

static _Bool change(int from, int to) {
  return atomic_compare_exchange_strong(&state, &from, to);
}

static void lock(void) {
  if (change(FREE, TAKEN))
    return;
  do {
    change(TAKEN, CONTENDED);
    futex_wait(&state, CONTENDED);
  } while (!change(FREE, CONTENDED));
}

static void unlock(void) {
  if (atomic_exchange(&state, FREE) != TAKEN)
    futex_wake();
}

static void *work(void *unused) {
  (void)unused;
  lock();
  int c = atomic_load(&x);
  atomic_store(&x, c + 1);
  unlock();
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == N);
  return 0;
}
