// A delayed store, a load of it, and an addition elsewhere.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => verified complete=4 blocked=0
// case: --model pso => verified complete=4 blocked=0
#include "weak.h"

static atomic_int x, y, z;
static int a, b, c, d, e;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  a = load(&x);
  b = add(&y, 1);
  c = load(&z);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&z, 1);
  d = add(&y, 1);
  e = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(c == 0 && e == 0);
  return 0;
}
