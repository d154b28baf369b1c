// Single producer, single consumer, with a release fence before the store of an index.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => verified
#include "weak.h"

#define SLOTS 2
#define ITEMS 3

static int slots[SLOTS];
static atomic_int head, tail;

static void *producer(void *unused) {
  (void)unused;
  for (int item = 1; item <= ITEMS; item++) {
    int t = load(&tail);
    if (t - load(&head) == SLOTS)
      break;
    slots[t % SLOTS] = item;
    release_fence();
    store(&tail, t + 1);
  }
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  for (int item = 1; item <= ITEMS; item++) {
    int h = load(&head);
    if (h == load(&tail))
      break;
    assert(slots[h % SLOTS] == item);
    release_fence();
    store(&head, h + 1);
  }
  return NULL;
}

int main(void) {
  RUN(producer, consumer);
  return 0;
}
