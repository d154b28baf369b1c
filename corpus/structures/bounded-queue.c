// A queue for many producers and consumers with a sequence number in each cell.
// The bug: a producer claims its place with a load and a store.
// case: => verified
// case: --check races => verified
// case: -- -DBUG => error assertion
// case: --model ra => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SIZE 2

static struct {
  atomic_uint sequence;
  int item;
} cells[SIZE];
static atomic_uint head, tail;

static bool put(int item) {
  unsigned place = atomic_load(&tail);
  for (;;) {
    unsigned sequence = atomic_load(&cells[place % SIZE].sequence);
    if (sequence != place)
      return false;
#ifdef BUG
    atomic_store(&tail, place + 1);
    break;
#else
    if (atomic_compare_exchange_strong(&tail, &place, place + 1))
      break;
#endif
  }
  cells[place % SIZE].item = item;
  atomic_store(&cells[place % SIZE].sequence, place + 1);
  return true;
}

static int take(void) {
  unsigned place = atomic_load(&head);
  if (atomic_load(&cells[place % SIZE].sequence) != place + 1)
    return 0;
  if (!atomic_compare_exchange_strong(&head, &place, place + 1))
    return 0;
  int item = cells[place % SIZE].item;
  atomic_store(&cells[place % SIZE].sequence, place + SIZE);
  return item;
}

static atomic_int stored;

static void *producer(void *argument) {
  int item = (int)(intptr_t)argument;
  if (put(item))
    atomic_fetch_add(&stored, item);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  for (unsigned i = 0; i < SIZE; i++)
    atomic_store(&cells[i].sequence, i);
  pthread_create(&t1, NULL, producer, (void *)1);
  pthread_create(&t2, NULL, producer, (void *)2);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  int first = take(), second = take();
  assert(first + second == atomic_load(&stored));
  return 0;
}
