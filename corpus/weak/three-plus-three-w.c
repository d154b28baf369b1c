// Three writers in a ring.
// case: --model sc => verified complete=7 blocked=0
// case: --model tso => verified complete=7 blocked=0
// case: --model pso => error assertion
// case: --model pso -- -DCOUNT => verified complete=8 blocked=0
#include "weak.h"

static atomic_int x, y, z;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&y, 2);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
  store(&z, 2);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  store(&z, 1);
  store(&x, 2);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2);
  never(x == 1 && y == 1 && z == 1);
  return 0;
}
