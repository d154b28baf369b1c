// Store buffering with read-modify-writes between the accesses, as some use them for fences. Two of one variable are ordered:
// the later one reads the earlier one and synchronises with it. Two of different variables order nothing, sequentially
// consistent or not.
// case: --model c11 => verified complete=4
// case: --model c11 -- -DORDER=acq_rel => verified complete=4
// case: --model c11 -- -DORDER=relaxed => error assertion
// case: --model c11 -- -DOTHER => error assertion
// case: --model sc -- -DOTHER => verified
#include "c11.h"

#ifndef ORDER
#define ORDER seq_cst
#endif
#ifdef OTHER
#define SECOND w
#else
#define SECOND z
#endif

static atomic_int x, y, z, w;
static int a, b;

static void *left(void *unused) {
  (void)unused;
  store(&x, 1, relaxed);
  add(&z, 0, ORDER);
  a = load(&y, relaxed);
  return NULL;
}

static void *right(void *unused) {
  (void)unused;
  store(&y, 1, relaxed);
  add(&SECOND, 0, ORDER);
  b = load(&x, relaxed);
  return NULL;
}

int main(void) {
  RUN(left, right);
  assert(a || b);
  return load(&w, relaxed);
}
