// Additions are never lost.
// case: --model sc => verified complete=6 blocked=0
// case: --model tso => verified complete=6 blocked=0
// case: --model pso => verified complete=6 blocked=0
// case: --model tso --robustness -- -DCOUNT => verified robust=true
// case: --model pso --robustness -- -DCOUNT => verified robust=true
#include "weak.h"

static atomic_int x;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  a = add(&x, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  b = add(&x, 1);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  c = add(&x, 1);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2);
  never(x != 3);
  return 0;
}
