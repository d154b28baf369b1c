// A ring of three with one fence missing.
// case: --model sc => verified complete=7 blocked=0
// case: --model tso => error assertion
// case: --model tso -- -DCOUNT => verified complete=8 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=8 blocked=0
#include "weak.h"

static atomic_int x, y, z;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  full_fence();
  a = load(&y);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
  full_fence();
  b = load(&z);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  store(&z, 1);
  c = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2);
  never(a == 0 && b == 0 && c == 0);
  return 0;
}
