// The store of the other thread is hidden by the own one.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => verified complete=4 blocked=0
// case: --model pso => verified complete=4 blocked=0
#include "weak.h"

static atomic_int x;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  a = load(&x);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&x, 2);
  b = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 2 && b == 1);
  return 0;
}
