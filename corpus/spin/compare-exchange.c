// A lock that is taken by compare-exchange.
// case: => verified blocked=0
// case: --no-await => verified
// case: --model tso => verified
// case: --model pso => verified
// case: -- -DN=3 => verified blocked=0
// case: -- -DBUG => error livelock line=26
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock line=26
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

static bool try(void) {
  int expected = 0;
  return atomic_compare_exchange_weak(&taken, &expected, 1); // spins
}

static void lock(void) {
  while (!try())
    ;
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
