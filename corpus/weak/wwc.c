// Write-to-write causality.
// case: --model sc => verified complete=9 blocked=0
// case: --model tso => verified complete=9 blocked=0
// case: --model pso => verified complete=9 blocked=0
#include "weak.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 2);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&x);
  store(&y, 1);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  b = load(&y);
  store(&x, 1);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2);
  never(a == 2 && b == 1 && x == 2);
  return 0;
}
