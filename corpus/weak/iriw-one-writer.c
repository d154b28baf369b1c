// Two readers of two stores of one thread to two variables.
// case: --model sc => verified complete=12 blocked=0
// case: --model tso => verified complete=12 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=15 blocked=0
#include "weak.h"

static atomic_int x, y;
static int a, b, c, d;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&y, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&x);
  b = load(&y);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  c = load(&y);
  d = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2);
  never(c == 1 && d == 0);
  return 0;
}
