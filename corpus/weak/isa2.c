// Causality over three threads.
// case: --model sc => verified complete=7 blocked=0
// case: --model tso => verified complete=7 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=8 blocked=0
#include "weak.h"

static atomic_int x, y, z;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&y, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&y);
  store(&z, 1);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  b = load(&z);
  c = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2);
  never(a == 1 && b == 1 && c == 0);
  return 0;
}
