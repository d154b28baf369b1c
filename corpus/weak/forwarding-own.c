// A load takes the newest store of its own buffer.
// case: --model sc => verified complete=4 blocked=0
// case: --model tso => verified complete=4 blocked=0
// case: --model pso => verified complete=4 blocked=0
// case: --model tso --robustness -- -DCOUNT => verified robust=true
// case: --model pso --robustness -- -DCOUNT => verified robust=true
#include "weak.h"

static atomic_int x;
static int a;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&x, 2);
  a = load(&x);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&x, 3);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 1);
  return 0;
}
