// Sequentially consistent stores wait until they are in memory.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => verified complete=3 blocked=0
// case: --model pso => verified complete=3 blocked=0
#include "weak.h"

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  store_seq_cst(&x, 1);
  a = load(&y);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store_seq_cst(&y, 1);
  b = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 0 && b == 0);
  return 0;
}
