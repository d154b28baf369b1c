// Waiting loops whose exchange is sequentially consistent: it orders as one outside of a loop does. Both
// variables are free, so nobody waits.
// case: --model c11 => verified
// case: --model c11 -- -DTAKE=acq_rel => error assertion
#include "c11.h"

#ifndef TAKE
#define TAKE seq_cst
#endif

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  while (exchange(&x, 1, TAKE))
    ;
  a = load(&y, seq_cst);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  while (exchange(&y, 1, TAKE))
    ;
  b = load(&x, seq_cst);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  assert(a || b);
  return 0;
}
