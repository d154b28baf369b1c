// Single producer, single consumer, with plain indices.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => error assertion
#include "weak.h"

#define SLOTS 2
#define ITEMS 3

static int slots[SLOTS];
static int head, tail;

static void *producer(void *unused) {
  (void)unused;
  for (int item = 1; item <= ITEMS; item++) {
    int t = tail;
    if (t - head == SLOTS)
      break;
    slots[t % SLOTS] = item;
    tail = t + 1;
  }
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  for (int item = 1; item <= ITEMS; item++) {
    int h = head;
    if (h == tail)
      break;
    assert(slots[h % SLOTS] == item);
    head = h + 1;
  }
  return NULL;
}

int main(void) {
  RUN(producer, consumer);
  return 0;
}
