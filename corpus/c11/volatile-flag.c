// A volatile flag is a plain variable: waiting for it is a data race, and so is the data behind it. An atomic
// one is enough, if it releases and acquires.
// case: --model c11 => error data-race
// case: --model c11 -- -DATOMIC => verified
// case: --model tso => verified
#include "c11.h"

#ifdef ATOMIC
static atomic_int flag;
#define SET store(&flag, 1, release)
#define GET load(&flag, acquire)
#else
static volatile int flag;
#define SET (flag = 1)
#define GET flag
#endif

static int data;

static void *writer(void *unused) {
  (void)unused;
  data = 42;
  SET;
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  if (GET)
    assert(data == 42);
  return NULL;
}

int main(void) {
  RUN(writer, reader);
  return 0;
}
