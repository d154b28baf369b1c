// Load buffering with values that are passed on.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => verified complete=3 blocked=0
#include "weak.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  a = load(&x);
  store(&y, a + 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  b = load(&y);
  store(&x, b + 1);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 2 || b == 2);
  return 0;
}
