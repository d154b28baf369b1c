// n6 with a fence after the first store.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => verified complete=4 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=6 blocked=0
// case: --model tso --robustness -- -DCOUNT => verified robust=true
// case: --model pso --robustness -- -DCOUNT => error not-robust robust=false
#include "weak.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  full_fence();
  a = load(&x);
  b = load(&y);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
  store(&x, 2);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 1 && b == 0 && x == 1);
  return 0;
}
