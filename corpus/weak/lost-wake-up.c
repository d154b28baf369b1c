// A sleeper says that it sleeps and looks for work; a waker adds work and looks for sleepers. Both look too
// early, and the sleeper sleeps for ever.
// case: --model sc => verified
// case: --model tso => error deadlock
// case: --model pso => error deadlock
// case: --model tso -- -DFENCE => verified
// case: --model pso -- -DFENCE => verified
#include "weak.h"
#include <semaphore.h>

#ifdef FENCE
#define BEFORE_LOOKING full_fence()
#else
#define BEFORE_LOOKING ((void)0)
#endif

static sem_t wake;
static atomic_int sleeping, work;

static void *sleeper(void *unused) {
  (void)unused;
  store(&sleeping, 1);
  BEFORE_LOOKING;
  if (load(&work) == 0)
    sem_wait(&wake);
  return NULL;
}

static void *waker(void *unused) {
  (void)unused;
  store(&work, 1);
  BEFORE_LOOKING;
  if (load(&sleeping))
    sem_post(&wake);
  return NULL;
}

int main(void) {
  sem_init(&wake, 0, 0);
  RUN(sleeper, waker);
  return 0;
}
