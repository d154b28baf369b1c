// A ticket lock whose tickets stand in memory that each round reads again: nobody could change them without a data race.
// case: --model c11 => verified complete=2
// case: --model ra => verified complete=2
// case: --model sc => verified complete=2
// case: --model c11 -- -DBUG => error livelock line=25
// case: --model ra -- -DBUG => error livelock line=25
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct lock {
  atomic_uint next, serving;
};
struct guard {
  struct lock *lock;
  unsigned ticket;
};

static struct lock lock;
static int count;

static void take(struct guard *guard) {
  guard->ticket = atomic_fetch_add_explicit(&guard->lock->next, 1, memory_order_relaxed);
  while (guard->ticket != atomic_load_explicit(&guard->lock->serving, memory_order_acquire))
    ;
}

static void give(struct guard *guard) {
#ifdef BUG
  (void)guard;
#else
  atomic_store_explicit(&guard->lock->serving, guard->ticket + 1, memory_order_release);
#endif
}

static void *work(void *guard) {
  take(guard);
  count++;
  give(guard);
  return NULL;
}

int main(void) {
  struct guard one = {&lock, 0}, other = {&lock, 0};
  pthread_t first, second;
  pthread_create(&first, NULL, work, &one);
  pthread_create(&second, NULL, work, &other);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(count == 2);
}
