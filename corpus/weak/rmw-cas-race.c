// Only one of two compare-exchanges wins.
// case: --model sc => verified complete=2 blocked=0
// case: --model tso => verified complete=2 blocked=0
// case: --model pso => verified complete=2 blocked=0
#include "weak.h"

static atomic_int x, y, z;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&y, 1);
  a = compare_exchange(&x, 0, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&z, 1);
  b = compare_exchange(&x, 0, 2);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 0 && b == 0);
  return 0;
}
