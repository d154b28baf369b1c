// Peterson's mutual exclusion. TSO needs a fence between the store of the turn and the loads; PSO also
// needs the flag before the turn, and the section before the flag that is lowered.
// case: --model sc => verified
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model tso -- -DFENCE => verified
// case: --model pso -- -DFENCE => error assertion
// case: --model pso -- -DFENCE -DRELEASE => verified
#include "weak.h"

void __VERIFIER_assume(int condition);

#ifdef FENCE
#define ENTER_FENCE full_fence()
#else
#define ENTER_FENCE ((void)0)
#endif
#ifdef RELEASE
#define ordered_store store_release
#else
#define ordered_store store
#endif

static atomic_int flag[2], turn, inside;

static void *contender(int me) {
  store(&flag[me], 1);
  ordered_store(&turn, 1 - me);
  ENTER_FENCE;
  __VERIFIER_assume(load(&flag[1 - me]) == 0 || load(&turn) == me);
  store(&inside, me + 1);
  assert(load(&inside) == me + 1);
  ordered_store(&flag[me], 0);
  return NULL;
}

static void *thread_0(void *unused) {
  (void)unused;
  return contender(0);
}

static void *thread_1(void *unused) {
  (void)unused;
  return contender(1);
}

int main(void) {
  RUN(thread_0, thread_1);
  return 0;
}
