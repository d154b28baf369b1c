// Loads of one variable never disagree on the order of two stores.
// case: --model sc => verified complete=6 blocked=0
// case: --model tso => verified complete=6 blocked=0
// case: --model pso => verified complete=6 blocked=0
#include "weak.h"

static atomic_int x;
static int a, b, c, d;

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
  c = load(&x);
  d = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 2 && b == 1 && c == 1 && d == 2);
  return 0;
}
