// A load never sees another thread's store before its own one is in memory, and then forgets its own.
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
  b = load(&x);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&x, 2);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 2 && b == 1);
  return 0;
}
