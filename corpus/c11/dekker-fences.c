// The entry of Dekker's lock: whoever sees that the other does not want to enter may. A sequentially
// consistent fence between the store and the load of both threads makes it right.
// case: --model c11 => verified complete=3
// case: --model c11 -- -DFENCE=acq_rel => error data-race
// case: --model c11 -- -DEARLY => error data-race
// case: --model c11 -- -DLATE => error data-race
// case: --model c11 -- -DONE_SIDE => error data-race
// case: --model sc -- -DLATE => verified complete=3
#include "c11.h"

#ifndef FENCE
#define FENCE seq_cst
#endif

static atomic_int wants[2];
static int counter;

static void *user(void *number) {
  int me = (int)(long)number, other = 1 - me;
#ifdef EARLY
  fence(FENCE);
#endif
  store(&wants[me], 1, relaxed);
#ifdef ONE_SIDE
  if (me == 0)
    fence(FENCE);
#elif !defined EARLY && !defined LATE
  fence(FENCE);
#endif
  int free_to_go = !load(&wants[other], relaxed);
#ifdef LATE
  fence(FENCE);
#endif
  if (free_to_go)
    counter++;
  return NULL;
}

int main(void) {
  RUN(user, user);
  return 0;
}
