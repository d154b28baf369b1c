// A thread's increments of its own see each other.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => verified complete=3 blocked=0
#include "weak.h"

static atomic_int x;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  a = load(&x);
  store(&x, a + 1);
  b = load(&x);
  store(&x, b + 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  c = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(x != 2);
  return 0;
}
