// The same with sequentially consistent accesses instead of fences: all four have to be.
// case: --model c11 => verified complete=3
// case: --model c11 -- -DSTORE=release => error data-race
// case: --model c11 -- -DLOAD=acquire => error data-race
#include "c11.h"

#ifndef STORE
#define STORE seq_cst
#endif
#ifndef LOAD
#define LOAD seq_cst
#endif

static atomic_int wants[2];
static int counter;

static void *user(void *number) {
  int me = (int)(long)number, other = 1 - me;
  store(&wants[me], 1, STORE);
  if (!load(&wants[other], LOAD))
    counter++;
  return NULL;
}

int main(void) {
  RUN(user, user);
  return 0;
}
