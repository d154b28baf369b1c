// Peterson's lock as Anthony Williams gave it for C++: the exchange of the turn makes the threads meet. Each
// thread looks once whether it may enter.
// case: --model c11 => verified
// case: --model c11 -- -DTURN=release => error data-race
// case: --model c11 -- -DTURN=acquire => error data-race
// case: --model c11 -- -DTURN=relaxed => error data-race
// case: --model c11 -- -DLOOK=relaxed => error data-race
// case: --model c11 -- -DLEAVE=relaxed => error data-race
// case: --model sc -- -DTURN=relaxed => verified
#include "c11.h"

#ifndef TURN
#define TURN acq_rel
#endif

#ifndef LOOK
#define LOOK acquire
#endif
#ifndef LEAVE
#define LEAVE release
#endif

static atomic_int wants[2], turn;
static int counter;

static void *user(void *number) {
  int me = (int)(long)number, other = 1 - me;
  store(&wants[me], 1, relaxed);
  exchange(&turn, other, TURN);
  if (!(load(&wants[other], LOOK) && load(&turn, relaxed) == other)) {
    counter++;
    store(&wants[me], 0, LEAVE);
  }
  return NULL;
}

int main(void) {
  RUN(user, user);
  return 0;
}
