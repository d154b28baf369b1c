// 2+2W: the stores of both threads change places.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=4 blocked=0
// case: --model tso --robustness -- -DCOUNT => verified robust=true
// case: --model pso --robustness -- -DCOUNT => error not-robust robust=false
// case: --model pso --robustness --algorithm rf -- -DCOUNT => error not-robust robust=false
#include "weak.h"

static atomic_int x, y;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&y, 2);
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
  never(x == 1 && y == 1);
  return 0;
}
