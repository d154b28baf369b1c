// Rounds in vain may race. A thread reads plain memory in the rounds that do not end its loop. Another one writes there, but
// only after the loop has ended: it learns of that by a relaxed atomic, so its write is not ordered behind the reads. The
// loop takes a mutex, or looks at an atomic (-DATOMIC). With an acquiring load of a releasing store there is no data race
// (-DORDERED), and the last round reads as well (-DLAST), so the race is there without any other.
// case: --model c11 => error data-race
// case: --model sc --algorithm optimal --check races => error data-race
// case: --model c11 -- -DATOMIC => error data-race
// case: --model sc --algorithm optimal --check races -- -DATOMIC => error data-race
// case: --model c11 -- -DORDERED => verified
// case: --model c11 -- -DATOMIC -DORDERED => verified
// case: --model c11 -- -DATOMIC -DLAST => error data-race
#include <pthread.h>
#include <stdatomic.h>

#ifdef ORDERED
enum { STORE = memory_order_release, LOAD = memory_order_acquire };
#else
enum { STORE = memory_order_relaxed, LOAD = memory_order_relaxed };
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int atomic_state, left;
static int state, data, seven;

static int look(void) {
#ifdef ATOMIC
  return atomic_load_explicit(&atomic_state, memory_order_acquire);
#else
  pthread_mutex_lock(&lock);
  int found = state;
  pthread_mutex_unlock(&lock);
  return found;
#endif
}

static void *write_late(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  state = 1;
  pthread_mutex_unlock(&lock);
  atomic_store_explicit(&atomic_state, 1, memory_order_release);
  while (!atomic_load_explicit(&left, LOAD))
    ;
  data = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_late, 0);
  for (;;) {
    int found = look();
#ifdef LAST
    if (data == 7)
      seven++;
#endif
    if (found)
      break;
#ifndef LAST
    if (data == 7)
      seven++;
#endif
  }
  atomic_store_explicit(&left, 1, STORE);
  pthread_join(thread, 0);
}
