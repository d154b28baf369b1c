// 2+2W with release stores.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => verified complete=3 blocked=0
// case: --model tso --robustness -- -DCOUNT => verified robust=true
// case: --model pso --robustness -- -DCOUNT => verified robust=true
#include "weak.h"

static atomic_int x, y;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store_release(&y, 2);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
  store_release(&x, 2);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(x == 1 && y == 1);
  return 0;
}
