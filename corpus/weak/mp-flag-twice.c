// Two stores to the flag stay in order under PSO too.
// case: --model sc => verified complete=6 blocked=0
// case: --model tso => verified complete=6 blocked=0
// case: --model pso => verified complete=6 blocked=0
#include "weak.h"

static atomic_int y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&y, 1);
  store(&y, 2);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&y);
  b = load(&y);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 2 && b == 1);
  return 0;
}
