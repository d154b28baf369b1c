// A spinlock that is given back by a store. TSO keeps the section before it; PSO only if it releases.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => error assertion
// case: --model pso -- -DRELEASE => verified
#include "weak.h"

void __VERIFIER_assume(int condition);

#ifdef RELEASE
#define give_back store_release
#else
#define give_back store
#endif

static atomic_int held;
static int counter;

static void *incrementer(void *unused) {
  (void)unused;
  __VERIFIER_assume(exchange(&held, 1) == 0);
  counter++;
  give_back(&held, 0);
  return NULL;
}

int main(void) {
  RUN(incrementer, incrementer);
  assert(counter == 2);
  return 0;
}
