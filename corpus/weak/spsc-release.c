// Single producer, single consumer, with release stores of the indices.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --model tso --robustness -- -DCOUNT => error not-robust robust=false
// case: --model pso --robustness -- -DCOUNT => error not-robust robust=false
#include "weak.h"

#define SLOTS 2
#define ITEMS 3

static int slots[SLOTS];
static atomic_int head, tail;

static void *producer(void *unused) {
  (void)unused;
  for (int item = 1; item <= ITEMS; item++) {
    int t = load_acquire(&tail);
    if (t - load_acquire(&head) == SLOTS)
      break;
    slots[t % SLOTS] = item;
    store_release(&tail, t + 1);
  }
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  for (int item = 1; item <= ITEMS; item++) {
    int h = load_acquire(&head);
    if (h == load_acquire(&tail))
      break;
    assert(slots[h % SLOTS] == item);
    store_release(&head, h + 1);
  }
  return NULL;
}

int main(void) {
  RUN(producer, consumer);
  return 0;
}
