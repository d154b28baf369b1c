// Two stores wait when the addition comes.
// case: --model sc => verified complete=5 blocked=0
// case: --model tso => verified complete=6 blocked=0
// case: --model pso => verified complete=6 blocked=0
#include "weak.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&y, 1);
  a = add(&x, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 2);
  b = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a != 1);
  return 0;
}
