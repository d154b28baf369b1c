// mutex-musl(N): a mutex with a count of waiters, after the one of musl; waiters spin in place of a futex.
// After: Jonsson et al., "Awaiting for Godot: Stateless Model Checking that Avoids Executions where
// Nothing Happens", table I; the paper does not print its driver, so the counts are our own.
// N: number of threads (default 2).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 2
#endif

static atomic_int held, waiters;
static atomic_int x;

static bool try_lock(void) {
  int expected = 0;
  return atomic_compare_exchange_strong(&held, &expected, 1);
}

static void lock(void) {
  if (try_lock())
    return;
  atomic_fetch_add(&waiters, 1);
  do {
    while (atomic_load(&held) != 0)
      ;
  } while (!try_lock());
  atomic_fetch_sub(&waiters, 1);
}

static void unlock(void) { atomic_store(&held, 0); }

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
