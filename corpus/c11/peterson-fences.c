// Peterson's lock with relaxed accesses. Two sequentially consistent fences are needed: one lets the wish be
// seen before the turn is given away, one before the other thread is looked at. Each thread enters once, if it
// need not wait.
// case: --model c11 => verified
// case: --model c11 -- -DFIRST=acq_rel => error data-race
// case: --model c11 -- -DSECOND=acq_rel => error data-race
// case: --model c11 -- -DEARLY => error data-race
// case: --model c11 -- -DLATE => error data-race
// case: --model sc -- -DLATE => verified
#include "c11.h"

#ifndef FIRST
#define FIRST seq_cst
#endif
#ifndef SECOND
#define SECOND seq_cst
#endif

static atomic_int wants[2], turn;
static int counter;

static void *user(void *number) {
  int me = (int)(long)number, other = 1 - me;
#ifdef EARLY
  fence(FIRST);
#endif
  store(&wants[me], 1, relaxed);
#ifndef EARLY
  fence(FIRST);
#endif
  store(&turn, other, relaxed);
#ifndef LATE
  fence(SECOND);
#endif
  int waits = load(&wants[other], relaxed) && load(&turn, relaxed) == other;
#ifdef LATE
  fence(SECOND);
#endif
  if (!waits)
    counter++;
  return NULL;
}

int main(void) {
  RUN(user, user);
  return 0;
}
