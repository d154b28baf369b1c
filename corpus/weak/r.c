// Shape R: coherence against a load that overtakes a store.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => error assertion
// case: --model tso -- -DCOUNT => verified complete=4 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=4 blocked=0
// case: --model tso --robustness -- -DCOUNT => error not-robust robust=false
// case: --model pso --robustness -- -DCOUNT => error not-robust robust=false
// case: --model tso --robustness --algorithm rf -- -DCOUNT => error not-robust robust=false
#include "weak.h"

static atomic_int x, y;
static int a;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&y, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 2);
  a = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(y == 2 && a == 0);
  return 0;
}
