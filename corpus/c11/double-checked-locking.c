// Double-checked locking: only the store under the lock has to release, and only the load outside acquires.
// case: --model c11 => verified
// case: --model c11 -- -DPUBLISH=relaxed => error
// case: --model c11 -- -DLOOK=relaxed => error
// case: --model tso -- -DPUBLISH=relaxed => verified
#include "c11.h"

#ifndef PUBLISH
#define PUBLISH release
#endif
#ifndef LOOK
#define LOOK acquire
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int object;
static _Atomic(int *) instance;

static void *user(void *unused) {
  (void)unused;
  int *mine = load(&instance, LOOK);
  if (!mine) {
    pthread_mutex_lock(&lock);
    mine = load(&instance, relaxed);
    if (!mine) {
      object = 42;
      mine = &object;
      store(&instance, mine, PUBLISH);
    }
    pthread_mutex_unlock(&lock);
  }
  assert(*mine == 42);
  return NULL;
}

int main(void) {
  RUN(user, user);
  return 0;
}
