// A ring of 100,000 slots that is initialised before the first thread and looked at after the last join: neither phase has steps.
// case: --model sc --algorithm rf => verified complete=2
// case: --model tso --algorithm optimal => verified complete=2
// case: --model pso => verified complete=2
// case: --model ra => verified complete=2
// case: --model c11 => verified complete=2
// case: --model sc --algorithm optimal -- -DBUG => error assertion line=45
// case: --model tso --algorithm source -- -DBUG => error assertion line=45
// case: --model ra -- -DBUG => error assertion line=45
// case: --model c11 -- -DBUG => error assertion line=45
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 100000 };

struct slot {
  atomic_int turn;
  int value;
};

static struct slot ring[SLOTS];

static void *put(void *unused) {
  ring[3].value = 1;
  atomic_store_explicit(&ring[3].turn, 2, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t producer;
  for (int i = 0; i < SLOTS; i++) {
    atomic_store_explicit(&ring[i].turn, 1, memory_order_relaxed);
    ring[i].value = 0;
  }
  pthread_create(&producer, NULL, put, NULL);
  if (atomic_load_explicit(&ring[3].turn, memory_order_acquire) == 2)
    assert(ring[3].value == 1);
  pthread_join(producer, NULL);
  int sum = 0;
  for (int i = 0; i < SLOTS; i++)
    sum += atomic_load_explicit(&ring[i].turn, memory_order_relaxed);
#ifdef BUG
  // The producer has changed one.
  assert(sum == SLOTS);
#else
  assert(sum == SLOTS + 1);
#endif
}
