// A ticket lock whose distant waiters look at an array of their own instead of the lock.
// case: --check races => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --model ra => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
enum { PLACES = 8, NEAR = 1, THREADS = 3 };
static atomic_int next, grant, places[PLACES];
static int counter;
static atomic_int *place_of(int ticket) { return &places[ticket * 127 % PLACES]; }
static void wait_far(int ticket) {
  for (;;) {
    int seen = atomic_load_explicit(place_of(ticket), memory_order_relaxed);
    if (ticket - atomic_load_explicit(&grant, memory_order_acquire) <= NEAR)
      return;
    while (atomic_load_explicit(place_of(ticket), memory_order_relaxed) == seen)
      ;
  }
}
static void lock(void) {
  int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  if (ticket - atomic_load_explicit(&grant, memory_order_acquire) > NEAR)
    wait_far(ticket);
#ifndef BUG
  while (atomic_load_explicit(&grant, memory_order_acquire) != ticket)
    ;
#endif
}
static void unlock(void) {
  int now = atomic_load_explicit(&grant, memory_order_relaxed) + 1;
  atomic_store_explicit(&grant, now, memory_order_release);
  atomic_fetch_add_explicit(place_of(now + NEAR), 1, memory_order_acquire);
}
static void *work(void *unused) {
  lock();
  counter = counter + 1;
  unlock();
  return unused;
}
int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  assert(counter == THREADS);
}
