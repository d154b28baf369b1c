// Z6.4: two loads that overtake.
// case: --model sc => verified complete=7 blocked=0
// case: --model tso => error assertion
// case: --model tso -- -DCOUNT => verified complete=8 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=8 blocked=0
#include "weak.h"

static atomic_int x, y, z;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&y, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 2);
  a = load(&z);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  store(&z, 1);
  b = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2);
  never(y == 2 && a == 0 && b == 0);
  return 0;
}
