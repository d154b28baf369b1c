// A ticket lock whose waiters far from the front watch a counter of their own. A waiter that sees the counter move by a
// relaxed load may still see the old number of who is served, and then it watches a counter that no longer moves.
// case: --model c11 => verified
// case: --model sc => verified
// case: --model ra -- -DWATCH=memory_order_relaxed => verified
// case: --model c11 -- -DWATCH=memory_order_relaxed => error livelock
// case: --model c11 -- -DNO_SECOND_LOOK => error livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef WATCH
#define WATCH memory_order_acquire
#endif

static atomic_ulong next, served, moved[2];
static int count;

static unsigned long before(const unsigned long *ticket) {
  return *ticket - atomic_load_explicit(&served, memory_order_acquire);
}

static void take(unsigned long *ticket) {
  *ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  if (before(ticket) == 0)
    return;
  while (before(ticket) > 1) {
    unsigned long seen = atomic_load_explicit(&moved[*ticket % 2], WATCH);
#ifndef NO_SECOND_LOOK
    if (before(ticket) <= 1)
      break;
#endif
    while (atomic_load_explicit(&moved[*ticket % 2], WATCH) == seen)
      ;
  }
  while (atomic_load_explicit(&served, memory_order_acquire) != *ticket)
    ;
}

static void give(unsigned long ticket) {
  atomic_store_explicit(&served, ticket + 1, memory_order_release);
  atomic_fetch_add_explicit(&moved[(ticket + 2) % 2], 1, memory_order_release);
}

static void *work(void *unused) {
  unsigned long ticket;
  take(&ticket);
  count++;
  give(ticket);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(count == 3);
}
