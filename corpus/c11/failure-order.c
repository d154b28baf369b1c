// A compare-exchange that fails is a load with its order of failure: only that one can publish the data here. It
// succeeds with another order, which says nothing then.
// case: --model c11 => verified complete=2
// case: --model c11 -- -DFAILURE=relaxed => error data-race line=32
// case: --model c11 -- -DFAILURE=relaxed -DSUCCESS=seq_cst => error data-race line=32
// case: --model c11 -- -DFAILURE=seq_cst -DSUCCESS=relaxed => verified complete=2
// case: --model c11 -- -DFAILURE=memory_order_consume => verified complete=2
#include "c11.h"

#ifndef SUCCESS
#define SUCCESS relaxed
#endif
#ifndef FAILURE
#define FAILURE acquire
#endif

static int data;
static atomic_int flag;

static void *writer(void *unused) {
  (void)unused;
  data = 1;
  store(&flag, 5, release);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int expected = 0;
  if (!cas(&flag, &expected, 7, SUCCESS, FAILURE))
    // The exchange failed, so the flag was up.
    assert(data == 1);
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
