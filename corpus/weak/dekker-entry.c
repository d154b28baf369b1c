// Dekker's entry without the turn: both raise a flag and look at the other one's.
// case: --model sc => verified
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model tso -- -DFENCE => verified
// case: --model pso -- -DFENCE => error assertion
// case: --model pso -- -DFENCE -DRELEASE => verified
#include "weak.h"

#ifdef FENCE
#define ENTER_FENCE full_fence()
#else
#define ENTER_FENCE ((void)0)
#endif
#ifdef RELEASE
#define LEAVE store_release
#else
#define LEAVE store
#endif

static atomic_int want[2], inside;

static void *contender(int me) {
  store(&want[me], 1);
  ENTER_FENCE;
  if (load(&want[1 - me]) == 0) {
    store(&inside, me + 1);
    assert(load(&inside) == me + 1);
    LEAVE(&want[me], 0);
  }
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
