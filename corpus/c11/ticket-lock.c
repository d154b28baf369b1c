// A ticket lock: the numbers themselves need no order, the hand-over does.
// case: --model c11 => verified complete=2
// case: --model c11 -- -DWAIT=relaxed => error data-race
// case: --model c11 -- -DPASS=relaxed => error data-race
#include "c11.h"

#ifndef WAIT
#define WAIT acquire
#endif
#ifndef PASS
#define PASS release
#endif

static atomic_int next, serving;
static int counter;

static void *user(void *unused) {
  (void)unused;
  int ticket = add(&next, 1, relaxed);
  while (load(&serving, WAIT) != ticket)
    ;
  counter++;
  store(&serving, ticket + 1, PASS);
  return NULL;
}

int main(void) {
  RUN(user, user);
  assert(counter == 2);
  return 0;
}
