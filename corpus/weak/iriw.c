// Two readers never disagree on the order of independent stores.
// case: --model sc => verified complete=15 blocked=0
// case: --model tso => verified complete=15 blocked=0
// case: --model pso => verified complete=15 blocked=0
// case: --model tso --robustness -- -DCOUNT => verified robust=true
// case: --model pso --robustness -- -DCOUNT => verified robust=true
#include "weak.h"

static atomic_int x, y;
static int a, b, c, d;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  a = load(&x);
  b = load(&y);
  return NULL;
}

static void *thread_3(void *unused) {
  (void)unused;
  c = load(&y);
  d = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1, thread_2, thread_3);
  never(a == 1 && b == 0 && c == 1 && d == 0);
  return 0;
}
