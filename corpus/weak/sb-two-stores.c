// Two stores wait in each buffer.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => error assertion
// case: --model tso -- -DCOUNT => verified complete=4 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=4 blocked=0
#include "weak.h"

static atomic_int w, x, y, z;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&z, 1);
  a = load(&y);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
  store(&w, 1);
  b = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 0 && b == 0);
  return 0;
}
