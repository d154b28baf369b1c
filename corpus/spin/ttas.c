// Test and test-and-set.
// case: => verified blocked=0
// case: --no-await => verified
// case: --model tso => verified
// case: --model pso => verified
// case: -- -DN=3 => verified blocked=0
// case: -- -DBUG => error livelock
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static atomic_int taken;

static void lock(void) {
  do
    while (atomic_load(&taken)) // spins
      ;
  while (atomic_exchange(&taken, 1));
}

static void unlock(void) { atomic_store(&taken, 0); }

static void *work(void *argument) {
  (void)argument;
  lock();
  int c = atomic_load(&x);
  atomic_store(&x, c + 1);
#ifndef BUG
  unlock();
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == N);
  return 0;
}
