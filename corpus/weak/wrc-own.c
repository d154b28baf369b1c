// Causality does not hold through an own store, which PSO delays.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=4 blocked=0
#include "weak.h"

static atomic_int x, y;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  a = load(&x);
  store(&y, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  b = load(&y);
  c = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 1 && b == 1 && c == 0);
  return 0;
}
