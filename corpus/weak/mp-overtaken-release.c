// A relaxed store overtakes the release store before it.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => verified complete=4 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=5 blocked=0
#include "weak.h"

static atomic_int x, y, z;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store_release(&y, 1);
  store(&z, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&z);
  b = load(&y);
  c = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 1 && b == 0);
  return 0;
}
