// The store after a release store waits for those before it, but not for the release store.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => verified complete=4 blocked=0
// case: --model pso => verified complete=5 blocked=0
#include "weak.h"

static atomic_int x, y, z;
static int a, b, c;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store_release(&y, 1);
  store(&z, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  a = load(&z);
  b = load(&y);
  c = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 1 && c == 0);
  return 0;
}
