// ttaslock(N): test and test-and-set lock; every thread looks until the lock seems free, then takes it.
// From: Jonsson et al., "Awaiting for Godot: Stateless Model Checking that Avoids Executions where
// Nothing Happens", table I.
// N: number of threads (default 3). ASSUME: one look per attempt, as an assumption, in place of the
// inner loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

void __VERIFIER_assume(int condition);

static atomic_int l;
static atomic_int x;

static void lock(void) {
  for (;;) {
#ifdef ASSUME
    __VERIFIER_assume(atomic_load(&l) == 0);
#else
    while (atomic_load(&l) != 0)
      ;
#endif
    if (atomic_exchange(&l, 1) == 0)
      return;
  }
}

static void unlock(void) { atomic_store(&l, 0); }

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
