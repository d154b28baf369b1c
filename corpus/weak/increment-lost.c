// Load and store: an increment is lost even under SC.
// case: --model sc => error assertion
// case: --model sc -- -DCOUNT => verified complete=4 blocked=0
// case: --model tso => error assertion
// case: --model tso -- -DCOUNT => verified complete=4 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=4 blocked=0
#include "weak.h"

static atomic_int x;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  a = load(&x);
  store(&x, a + 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  b = load(&x);
  store(&x, b + 1);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(x == 1);
  return 0;
}
