// Shape R whose stores to y nobody reads: traces tell the executions apart, classes do not. The class in which a is 0 is one of
// SC, with the other order of the stores to y.
// case: --model tso --robustness => error not-robust robust=false
// case: --model tso --robustness --algorithm rf => verified robust=true
// case: --model tso --robustness --algorithm rf -- -DLOOK => error not-robust robust=false
#include "weak.h"

static atomic_int x, y;
static int a;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  store(&y, 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 2);
  a = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
#ifdef LOOK
  (void)load(&y);
#endif
  return 0;
}
