// A load never sees a store that follows it.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => verified complete=3 blocked=0
#include "weak.h"

static atomic_int x;
static int a;

static void *thread_0(void *unused) {
  (void)unused;
  a = load(&x);
  store(&x, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&x, 2);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 1);
  return 0;
}
