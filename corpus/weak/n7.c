// A third thread looks at a store that its own thread has seen early (n7).
// case: --model sc => verified complete=7 blocked=0
// case: --model tso => error assertion
// case: --model tso -- -DCOUNT => verified complete=8 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=8 blocked=0
#include "weak.h"

static atomic_int x, y;
static int a, b, c, d;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  a = load(&x);
  b = load(&y);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
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
  never(a == 1 && b == 0 && c == 1 && d == 0);
  return 0;
}
