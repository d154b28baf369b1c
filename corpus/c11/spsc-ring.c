// A ring for one producer and one consumer: each writes one index and reads the other one.
// case: --model c11 => verified
// case: --model c11 -- -DFILL=relaxed => error
// case: --model c11 -- -DFILLED=relaxed => error
// case: --model c11 -- -DEMPTY=relaxed => error data-race
// case: --model c11 -- -DEMPTIED=relaxed => error data-race
#include "c11.h"

#ifndef FILL
#define FILL release
#endif
#ifndef FILLED
#define FILLED acquire
#endif
#ifndef EMPTY
#define EMPTY release
#endif
#ifndef EMPTIED
#define EMPTIED acquire
#endif

static int slot;
static atomic_int written, taken;

static void *producer(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    if (i - load(&taken, EMPTIED) == 1)
      return NULL;
    slot = i + 1;
    store(&written, i + 1, FILL);
  }
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    if (load(&written, FILLED) == i)
      return NULL;
    assert(slot == i + 1);
    store(&taken, i + 1, EMPTY);
  }
  return NULL;
}

int main(void) {
  RUN(producer, consumer);
  return 0;
}
