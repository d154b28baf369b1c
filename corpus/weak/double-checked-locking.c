// Double-checked locking with a mutex: the pointer is published after the object only if the store of
// it releases.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => error assertion line=31
// case: --model pso -- -DRELEASE => verified
// case: --model tso --robustness => verified robust=true
// case: --model pso --robustness => error robust=false
#include "weak.h"

#ifdef RELEASE
#define publish store_release
#else
#define publish store
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int object;
static _Atomic(int *) instance;

static void *user(void *unused) {
  (void)unused;
  if (load(&instance) == NULL) {
    pthread_mutex_lock(&lock);
    if (load(&instance) == NULL) {
      object = 42;
      publish(&instance, &object);
    }
    pthread_mutex_unlock(&lock);
  }
  assert(*load(&instance) == 42);
  return NULL;
}

int main(void) {
  RUN(user, user);
  return 0;
}
