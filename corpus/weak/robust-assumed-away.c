// Store buffering, where every execution that is not sequentially consistent ends at an assumption
// that does not hold: nobody asks about those.
// case: --model sc => verified
// case: --model tso --robustness => verified robust=true
// case: --model tso --robustness -- -DLOOSE => error not-robust robust=false
// case: --model pso --robustness => verified robust=true
// case: --model pso --robustness -- -DLOOSE => error not-robust robust=false
#include "weak.h"

#ifdef LOOSE
#define assume(condition) ((void)(condition))
#else
void __VERIFIER_assume(int);
#define assume(condition) __VERIFIER_assume(condition)
#endif

static atomic_int x, y;

static void *thread_0(void *unused) {
  (void)unused;
  store(&x, 1);
  assume(load(&y) == 1);
  return NULL;
}

static void *thread_1(void *unused) {
  (void)unused;
  store(&y, 1);
  assume(load(&x) == 1);
  return NULL;
}

int main(void) {
  RUN(thread_0, thread_1);
  return 0;
}
