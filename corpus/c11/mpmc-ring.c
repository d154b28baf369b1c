// Vyukov's bounded queue for several producers and consumers: each cell has a number that says whose turn it
// is. The positions need no order. One producer fills more cells than there are, so that it uses one again.
// case: --model c11 => verified
// case: --model c11 -- -DPUBLISH=relaxed => error data-race
// case: --model c11 -- -DSEE=relaxed => error data-race
// case: --model c11 -- -DFREE=relaxed => error data-race
// case: --model c11 -- -DSEE_FREE=relaxed => error data-race
#include "c11.h"

#ifndef PUBLISH
#define PUBLISH release
#endif
#ifndef SEE
#define SEE acquire
#endif

// The same for cells that were emptied.
#ifndef FREE
#define FREE release
#endif
#ifndef SEE_FREE
#define SEE_FREE acquire
#endif

#define CELLS 2

static struct cell {
  atomic_int sequence;
  int value;
} cells[CELLS];
static atomic_int head, tail;

// One attempt; whether it went in.
static int enqueue(int value) {
  int at = load(&tail, relaxed);
  struct cell *cell = &cells[at % CELLS];
  if (load(&cell->sequence, SEE_FREE) != at)
    return 0;
  if (!cas(&tail, &at, at + 1, relaxed, relaxed))
    return 0;
  cell->value = value;
  store(&cell->sequence, at + 1, PUBLISH);
  return 1;
}

// One attempt; the value, or 0.
static int dequeue(void) {
  int at = load(&head, relaxed);
  struct cell *cell = &cells[at % CELLS];
  if (load(&cell->sequence, SEE) != at + 1)
    return 0;
  if (!cas(&head, &at, at + 1, relaxed, relaxed))
    return 0;
  int value = cell->value;
  store(&cell->sequence, at + CELLS, FREE);
  return value;
}

static void *producer(void *unused) {
  (void)unused;
  enqueue(1);
  return NULL;
}

static void *busy_producer(void *unused) {
  (void)unused;
  for (int value = 1; value <= CELLS + 1; value++)
    enqueue(value);
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  int value = dequeue();
  assert(value >= 0 && value <= CELLS + 1);
  return NULL;
}

int main(void) {
  for (int i = 0; i < CELLS; i++)
    atomic_init(&cells[i].sequence, i);
  RUN(busy_producer, producer, consumer);
  return 0;
}
