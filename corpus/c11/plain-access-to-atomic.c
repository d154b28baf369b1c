// An atomic variable that is also accessed as bytes: initialising and copying it are plain accesses, which race with atomic ones
// of another thread.
// case: --model c11 -- -DINITIALISE => error data-race
// case: --model c11 -- -DCOPY => error data-race
// case: --model c11 => verified complete=2
#include "c11.h"
#include <string.h>

static atomic_int x;

static void *atomically(void *unused) {
  (void)unused;
  store(&x, 1, relaxed);
  return NULL;
}

static void *plainly(void *unused) {
  (void)unused;
#if defined(INITIALISE)
  atomic_init(&x, 3);
#elif defined(COPY)
  int copy;
  memcpy(&copy, (void *)&x, sizeof copy);
#else
  int copy = load(&x, relaxed);
  (void)copy;
#endif
  return NULL;
}

int main(void) {
  RUN(atomically, plainly);
  return 0;
}
