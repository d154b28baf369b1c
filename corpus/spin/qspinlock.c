// A lock word with a locked byte and a pending bit, after the one of Linux without its queue: two threads.
// case: => verified blocked=0
// case: --no-await => verified
// case: --model tso => verified
// case: -- -DBUG => error livelock line=30
// case: --model ra => verified
// case: --model ra -- -DBUG => error livelock line=30
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

#define LOCKED 1u
#define MASK 0xffu
#define PENDING 0x100u
static atomic_uint word;

static void lock(void) {
  unsigned seen = 0;
  if (atomic_compare_exchange_strong(&word, &seen, LOCKED))
    return;
  seen = atomic_fetch_or(&word, PENDING);
  while ((seen = atomic_load(&word)) & MASK) // spins
    ;
  atomic_fetch_add(&word, LOCKED - PENDING);
}

static void unlock(void) { atomic_fetch_sub(&word, LOCKED); }

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
