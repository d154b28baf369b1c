// mutex-musl(N): a mutex with a count of waiters over a futex, after the one of musl.
// From: Jonsson et al., "Awaiting for Godot: Stateless Model Checking that Avoids Executions where
// Nothing Happens", table I. The paper does not print its program; this one has its counts for two
// threads, the counts for more are our own.
// N: number of threads (default 2). ASSUME: see futex.h.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#include "futex.h"

#ifndef N
#define N 2
#endif

enum { FREE, TAKEN, CONTENDED };

static atomic_int state, waiters;
static atomic_int x;

static bool change(int from, int to) { return atomic_compare_exchange_strong(&state, &from, to); }

static void lock(void) {
  if (change(FREE, TAKEN))
    return;
  while (!change(FREE, TAKEN)) {
    atomic_fetch_add(&waiters, 1);
    change(TAKEN, CONTENDED);
    futex_wait(&state, CONTENDED);
    atomic_fetch_sub(&waiters, 1);
  }
}

static void unlock(void) {
  int before = atomic_exchange(&state, FREE);
  if (atomic_load(&waiters) > 0 || before != TAKEN)
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
