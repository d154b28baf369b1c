// Lamport's bakery for two. The doorway ends with a fence under TSO; PSO must also keep the number before
// the end of the doorway, and the section before the number that is given back.
// case: --model sc => verified
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model tso -- -DFENCE => verified
// case: --model pso -- -DFENCE => error assertion
// case: --model pso -- -DFENCE -DRELEASE => verified
#include "weak.h"

void __VERIFIER_assume(int condition);

#ifdef FENCE
#define FULL full_fence()
#else
#define FULL ((void)0)
#endif
#ifdef RELEASE
#define ordered_store store_release
#else
#define ordered_store store
#endif

static atomic_int choosing[2], number[2], inside;

static void *customer(int me) {
  int other = 1 - me;
  store(&choosing[me], 1);
  FULL;
  int mine = load(&number[other]) + 1;
  store(&number[me], mine);
  ordered_store(&choosing[me], 0);
  FULL;
  __VERIFIER_assume(load(&choosing[other]) == 0);
  int theirs = load(&number[other]);
  __VERIFIER_assume(theirs == 0 || mine < theirs || (mine == theirs && me < other));
  store(&inside, me + 1);
  assert(load(&inside) == me + 1);
  ordered_store(&number[me], 0);
  return NULL;
}

static void *thread_0(void *unused) {
  (void)unused;
  return customer(0);
}

static void *thread_1(void *unused) {
  (void)unused;
  return customer(1);
}

int main(void) {
  RUN(thread_0, thread_1);
  return 0;
}
