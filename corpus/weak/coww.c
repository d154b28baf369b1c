// Two stores of one thread to one variable stay in order.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => verified complete=3 blocked=0
#include "weak.h"

static atomic_int x;
static int a;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&x, 2);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(x == 1);
  return 0;
}
