// Words whose bytes are accessed as well: a load of the word sees no half of a store of the word beside something older.
// case: --model c11 => verified
// case: --model ra => verified
// case: --model sc => verified
// case: --model c11 -- -DBYTE => verified
// case: --model ra -- -DBYTE => verified
// case: --model c11 -- -DCONTINUED => verified
// case: --model ra -- -DCONTINUED => verified
// case: --model c11 -- -DOWN => verified
// case: --model c11 -- -DOWN -DLOOK=relaxed => error assertion
// case: --model ra -- -DOWN -DLOOK=relaxed => verified
// case: --model sc -- -DOWN -DLOOK=relaxed => verified
// case: --model c11 -- -DOBSERVERS => verified
// case: --model ra -- -DOBSERVERS => verified
// case: --model c11 -- -DBYTES_DIFFER => error assertion
#include "c11.h"

#ifndef LOOK
#define LOOK acquire
#endif

static _Atomic unsigned short word;
#define LOW ((atomic_uchar *)&word)
#define HIGH ((atomic_uchar *)&word + 1)

static unsigned before, seen, low[2], high[2];

#if defined(BYTE)
static void *first(void *unused) {
  store(&word, 0x0101, relaxed);
  return unused;
}
static void *second(void *unused) {
  store(HIGH, 2, relaxed);
  return unused;
}
#elif defined(CONTINUED) || defined(OWN)
static void *first(void *unused) {
  unsigned short zero = 0;
  cas(&word, &zero, 0x0101, relaxed, relaxed);
  return unused;
}
static void *second(void *unused) {
  before = exchange(HIGH, 2, relaxed);
#ifdef OWN
  // ARMv8 lets a load that does not acquire see the exchange of its own thread before that has reached memory.
  seen = load(&word, LOOK);
#endif
  return unused;
}
#else
static void *first(void *unused) {
  store(&word, 0x0101, relaxed);
  return unused;
}
static void *second(void *unused) {
  store(&word, 0x0202, relaxed);
  return unused;
}
#endif

static void *look_low(void *unused) {
  low[0] = load(LOW, relaxed);
#ifndef BYTES_DIFFER
  low[1] = load(LOW, relaxed);
#endif
  return unused;
}

static void *look_high(void *unused) {
  high[0] = load(HIGH, relaxed);
  high[1] = load(HIGH, relaxed);
  return unused;
}

static void *look(void *unused) {
  seen = load(&word, relaxed);
  return unused;
}

int main(void) {
#if defined(OBSERVERS) || defined(BYTES_DIFFER)
  RUN(first, second, look_low, look_high);
#elif defined(OWN)
  RUN(first, second);
#else
  RUN(first, second, look, look_high);
#endif
#if defined(BYTE)
  assert(seen != 0x0001 && seen != 0x0100);
#elif defined(CONTINUED) || defined(OWN)
  // What the exchange replaced was there, and so was the rest of it.
  assert(!(seen == 0x0200 && before == 1));
#elif defined(OBSERVERS)
  // The two stores have one order, at whichever half one looks.
  assert(!(low[0] == 1 && low[1] == 2 && high[0] == 2 && high[1] == 1));
#elif defined(BYTES_DIFFER)
  // Loads of different bytes are not ordered with each other.
  assert(!(high[0] == 2 && low[0] == 0));
#else
  assert(seen == 0 || seen == 0x0101 || seen == 0x0202);
#endif
}
