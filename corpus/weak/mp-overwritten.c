// The data is written twice; the flag overtakes only under PSO.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => verified complete=4 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=6 blocked=0
#include "weak.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&x, 2);
  store(&y, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&y);
  b = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 1 && b == 1);
  return 0;
}
