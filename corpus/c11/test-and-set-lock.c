// A lock that is one flag.
// case: --model c11 => verified
// case: --model c11 -- -DTAKE=relaxed => error data-race
// case: --model c11 -- -DGIVE=relaxed => error data-race
// case: --model sc --check races => verified
// case: --model sc --check races -- -DTAKE=relaxed => error data-race
// case: --model tso --check races -- -DTAKE=relaxed => error data-race
// case: --model pso --check races -- -DGIVE=relaxed => error data-race
#include "c11.h"

#ifndef TAKE
#define TAKE acquire
#endif
#ifndef GIVE
#define GIVE release
#endif

static atomic_flag held = ATOMIC_FLAG_INIT;
static int counter;

static void *user(void *unused) {
  (void)unused;
  while (atomic_flag_test_and_set_explicit(&held, TAKE))
    ;
  counter++;
  atomic_flag_clear_explicit(&held, GIVE);
  return NULL;
}

int main(void) {
  RUN(user, user);
  assert(counter == 2);
  return 0;
}
