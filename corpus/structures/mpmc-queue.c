// A bounded queue for many producers and consumers: each cell has a number that says whose turn it
// is. The bug: a producer announces its cell before it has filled it.
// case: --check races => verified
// case: --model ra => verified
// case: -- -DBUG => error assertion
// case: --model ra -- -DBUG => error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SIZE 2

static struct {
  atomic_uint turn;
  int item;
} cells[SIZE];
static atomic_uint head, tail;
static atomic_int taken[3];

static bool put(int item) {
  unsigned at = atomic_load_explicit(&tail, memory_order_acquire);
  unsigned turn = atomic_load_explicit(&cells[at % SIZE].turn, memory_order_acquire);
  if (turn != at)
    return false;
  if (!atomic_compare_exchange_strong_explicit(&tail, &at, at + 1, memory_order_acq_rel, memory_order_acquire))
    return false;
#ifdef BUG
  atomic_store_explicit(&cells[at % SIZE].turn, at + 1, memory_order_release);
  cells[at % SIZE].item = item;
#else
  cells[at % SIZE].item = item;
  atomic_store_explicit(&cells[at % SIZE].turn, at + 1, memory_order_release);
#endif
  return true;
}

static int take(void) {
  unsigned at = atomic_load_explicit(&head, memory_order_acquire);
  unsigned turn = atomic_load_explicit(&cells[at % SIZE].turn, memory_order_acquire);
  if (turn != at + 1)
    return 0;
  if (!atomic_compare_exchange_strong_explicit(&head, &at, at + 1, memory_order_acq_rel, memory_order_acquire))
    return 0;
  int item = cells[at % SIZE].item;
  atomic_store_explicit(&cells[at % SIZE].turn, at + SIZE, memory_order_release);
  assert(item != 0);
  assert(atomic_fetch_add_explicit(&taken[item], 1, memory_order_acq_rel) == 0);
  return item;
}

static void *producer(void *argument) {
  put((int)(intptr_t)argument);
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  take();
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (unsigned i = 0; i < SIZE; i++)
    atomic_init(&cells[i].turn, i);
  pthread_create(&threads[0], NULL, producer, (void *)1);
  pthread_create(&threads[1], NULL, producer, (void *)2);
  pthread_create(&threads[2], NULL, consumer, NULL);
  take();
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
