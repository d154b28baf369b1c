// A ticket lock: the next number is served by a store, which must not overtake the section.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => error assertion
// case: --model pso -- -DRELEASE => verified
#include "weak.h"

void __VERIFIER_assume(int condition);

#ifdef RELEASE
#define serve store_release
#else
#define serve store
#endif

static atomic_int next, served;
static int counter;

static void *incrementer(void *unused) {
  (void)unused;
  int mine = add(&next, 1);
  __VERIFIER_assume(load(&served) == mine);
  counter++;
  serve(&served, mine + 1);
  return NULL;
}

int main(void) {
  RUN(incrementer, incrementer);
  assert(counter == 2);
  return 0;
}
