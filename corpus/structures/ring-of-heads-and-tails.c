// A ring for several producers, as DPDK has it: a producer claims a slot by moving the head, and moves the tail when the producers before it have
// done so. With BUG it looks at their tail relaxed: a consumer that sees the second tail does not see the first slot.
// case: --model c11 => verified
// case: --model sc => verified
// case: --model c11 -- -DBUG => error data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
enum { SIZE = 4, MASK = SIZE - 1 };
struct end {
  _Atomic uint32_t head, tail;
};
static struct {
  struct end produced, consumed;
  int *slots[SIZE];
} ring;
#ifdef BUG
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif
static void move_tail(struct end *end, uint32_t from) {
  while (atomic_load_explicit(&end->tail, LOOK) != from)
    sched_yield();
  atomic_store_explicit(&end->tail, from + 1, memory_order_release);
}
static bool put(int *item) {
  uint32_t head = atomic_load_explicit(&ring.produced.head, memory_order_relaxed);
  do {
    uint32_t tail = atomic_load_explicit(&ring.consumed.tail, memory_order_acquire);
    if (SIZE - 1 + tail - head < 1)
      return false;
  } while (!atomic_compare_exchange_strong_explicit(&ring.produced.head, &head, head + 1, memory_order_relaxed,
                                                    memory_order_relaxed));
  ring.slots[head & MASK] = item;
  move_tail(&ring.produced, head);
  return true;
}
static bool get(int **item) {
  uint32_t head = atomic_load_explicit(&ring.consumed.head, memory_order_relaxed);
  do {
    uint32_t tail = atomic_load_explicit(&ring.produced.tail, memory_order_acquire);
    if (tail - head < 1)
      return false;
  } while (!atomic_compare_exchange_strong_explicit(&ring.consumed.head, &head, head + 1, memory_order_relaxed,
                                                    memory_order_relaxed));
  *item = ring.slots[head & MASK];
  move_tail(&ring.consumed, head);
  return true;
}
static int values[2] = {1, 2};
static void *produces(void *item) {
  bool there = put(item);
  assert(there);
  return NULL;
}
static void *consumes(void *unused) {
  int *item;
  if (get(&item))
    assert(*item == 1 || *item == 2);
  return unused;
}
int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, produces, &values[0]);
  pthread_create(&second, NULL, produces, &values[1]);
  pthread_create(&third, NULL, consumes, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
}
