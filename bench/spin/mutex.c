// mutex(N): three-state mutex (free, taken, taken with waiters) whose waiters spin in place of a futex.
// After: Drepper, "Futexes Are Tricky"; Jonsson et al., "Awaiting for Godot: Stateless Model Checking
// that Avoids Executions where Nothing Happens", table I; the paper does not print its driver, so the
// counts are our own.
// N: number of threads (default 2).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

enum { FREE, TAKEN, CONTENDED };

static atomic_int state;
static atomic_int x;

static void lock(void) {
  int expected = FREE;
  if (atomic_compare_exchange_strong(&state, &expected, TAKEN))
    return;
  while (atomic_exchange(&state, CONTENDED) != FREE) {
    while (atomic_load(&state) == CONTENDED)
      ;
  }
}

static void unlock(void) { atomic_exchange(&state, FREE); }

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
