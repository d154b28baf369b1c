// Test-and-set with an atomic flag.
// case: => verified blocked=0
// case: --no-await => verified
// case: --model tso => verified
// case: --model pso => verified
// case: -- -DN=3 => verified blocked=0
// case: -- -DBUG => error livelock line=25
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock line=25
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static atomic_flag taken = ATOMIC_FLAG_INIT;

static void lock(void) {
  while (atomic_flag_test_and_set(&taken)) // spins
    ;
}

static void unlock(void) { atomic_flag_clear(&taken); }

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
