// A ring for one producer and one consumer. The bug: the index is published before the data.
// case: --check races => verified
// case: --check races --algorithm optimal -- -DBUG => error data-race
// case: -- -DBUG => error assertion
// case: --model ra => verified
// case: --model ra -- -DBUG => error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 2

static int cells[SIZE];
static atomic_uint head, tail;

static bool put(int item) {
  unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
  if (t - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
    return false;
#ifdef BUG
  atomic_store_explicit(&tail, t + 1, memory_order_release);
  cells[t % SIZE] = item;
#else
  cells[t % SIZE] = item;
  atomic_store_explicit(&tail, t + 1, memory_order_release);
#endif
  return true;
}

static int take(void) {
  unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
  if (atomic_load_explicit(&tail, memory_order_acquire) == h)
    return 0;
  int item = cells[h % SIZE];
  atomic_store_explicit(&head, h + 1, memory_order_release);
  return item;
}

static void *producer(void *unused) {
  (void)unused;
  int next = 1;
  for (int i = 0; i < 3; i++)
    if (put(next))
      next++;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  int expected = 1;
  for (int i = 0; i < 3; i++) {
    unsigned before = atomic_load_explicit(&head, memory_order_relaxed);
    int item = take();
    if (atomic_load_explicit(&head, memory_order_relaxed) != before)
      assert(item == expected++);
  }
  pthread_join(t, NULL);
  return 0;
}
