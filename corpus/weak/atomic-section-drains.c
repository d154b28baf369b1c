// An atomic section starts when the buffer is empty, and its stores are in memory when it ends.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => verified
#include "weak.h"

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int x, y;
static int a, b;

static void *thread_0(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  store(&x, 1);
  __VERIFIER_atomic_end();
  a = load(&y);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  store(&y, 1);
  __VERIFIER_atomic_end();
  b = load(&x);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  never(a == 0 && b == 0);
  return 0;
}
