// A function returns before its store to a local variable that another thread reads has reached
// memory: the end of the variable is no access, and nothing is out of order.
// case: --model sc => verified
// case: --model tso --robustness => verified robust=true
// case: --model pso --robustness => verified robust=true
#include "weak.h"

void __VERIFIER_assume(int);

static _Atomic(atomic_int *) shared;
static atomic_int done;
static int seen;

static void *reader(void *unused) {
  (void)unused;
  atomic_int *p = atomic_load(&shared);
  if (p)
    seen = load(p);
  atomic_store(&done, 1);
  return NULL;
}

static void *writer(void *unused) {
  (void)unused;
  atomic_int local = 0;
  atomic_store(&shared, &local);
  __VERIFIER_assume(atomic_load(&done));
  store(&local, 7);
  return NULL;
}

int main(void) {
  RUN(reader, writer);
  never(seen == 7);
  return 0;
}
