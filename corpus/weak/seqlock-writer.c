// A seqlock: the writer makes the counter odd, writes, and makes it even. Under PSO the data must stay
// between the two stores of the counter.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => error assertion
// case: --model pso -- -DCLOSE => error assertion
// case: --model pso -- -DOPEN => error assertion
// case: --model pso -- -DOPEN -DCLOSE => verified
// case: --model tso -- -DOPEN -DCLOSE => verified
#include "weak.h"

static atomic_int sequence, low, high;

static void *writer(void *unused) {
  (void)unused;
  store(&sequence, 1);
#ifdef OPEN
  release_fence();
#endif
  store(&low, 1);
  store(&high, 1);
#ifdef CLOSE
  store_release(&sequence, 2);
#else
  store(&sequence, 2);
#endif
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int before = load(&sequence);
  int l = load(&low);
  int h = load(&high);
  int after = load(&sequence);
  if (before == after && before % 2 == 0) {
    assert(l == h);
    assert(l == before / 2);
  }
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
