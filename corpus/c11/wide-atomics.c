// An atomic object of 16 bytes publishes data. Weaker orders than seq_cst are not modelled for it, so a program that has them is
// not verified, whether they are enough or not.
// case: --model c11 => verified
// case: --model c11 -- -DGIVE=release -DTAKE=acquire => inconclusive unsupported
// case: --model c11 -- -DGIVE=relaxed => inconclusive unsupported
// case: --model c11 -- -DTAKE=relaxed => inconclusive unsupported
// case: --model c11 -- -DGIVE=relaxed -DWRONG => error assertion
// case: --model c11 -- -DSIZE=24 => verified
// case: --model c11 -- -DSIZE=24 -DGIVE=relaxed => inconclusive unsupported
// case: --model sc -- -DGIVE=relaxed => verified
#include "c11.h"

#ifndef GIVE
#define GIVE seq_cst
#endif
#ifndef TAKE
#define TAKE seq_cst
#endif
#ifndef SIZE
#define SIZE 16
#endif

struct wide {
  char bytes[SIZE];
};

static _Atomic struct wide shared;
static int data;

static void *giver(void *unused) {
  (void)unused;
  data = 1;
  store(&shared, ((struct wide){{1}}), GIVE);
  return NULL;
}

static void *taker(void *unused) {
  (void)unused;
  struct wide seen = load(&shared, TAKE);
#ifdef WRONG
  assert(!seen.bytes[0]);
#endif
  if (seen.bytes[0])
    assert(data == 1);
  return NULL;
}

int main(void) {
  RUN(giver, taker);
  return 0;
}
