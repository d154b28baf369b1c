// The owner of a work-stealing queue takes the last item while a thief steals it: the owner's load of the
// head must not overtake its store of the tail.
// case: --model sc => verified
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model tso -- -DFENCE => verified
// case: --model pso -- -DFENCE => verified
#include "weak.h"

static atomic_int head, tail = 2;
static int by_owner, by_thief;

static void *owner(void *unused) {
  (void)unused;
  int t = load(&tail) - 1;
  store(&tail, t);
#ifdef FENCE
  full_fence();
#endif
  int h = load(&head);
  if (h < t)
    by_owner = 1;
  else if (h == t && compare_exchange(&head, h, h + 1) == h)
    by_owner = 1;
  return NULL;
}

static void *thief(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    int h = load(&head);
    if (h < load(&tail) && compare_exchange(&head, h, h + 1) == h && h == 1)
      by_thief = 1;
  }
  return NULL;
}

int main(void) {
  RUN(owner, thief);
  assert(!(by_owner && by_thief));
  return 0;
}
