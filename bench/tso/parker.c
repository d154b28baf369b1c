// The race between park and unpark of the JDK's LockSupport: a lost wake-up under TSO and PSO.
// From: Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1. Loop bound: 10.
// ENABLE_PSO_FENCES makes it right.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "tiny-lock.h"

static volatile int cond, done;
static volatile int cnt;   // the permit
static volatile int pcond; // is the parker waiting?

static bool try_lock(void) {
  x = 1;
  F;
  if (y == 0)
    return true;
  x = 0;
  return false;
}

static void unpark(void) {
  lock(0);
  int s = cnt;
  cnt = 1;
  unlock(0);
  if (s < 1)
    pcond = 0;
}

static void park(void) {
  if (cnt > 0) {
    cnt = 0;
    PF;
    return;
  }
  if (!try_lock())
    return;
  if (cnt > 0) {
    cnt = 0;
    unlock(1);
    return;
  }
  pcond = 1;
  unlock(1);
  assert(done == 0 || pcond == 0);
  __VERIFIER_assume(pcond == 0);
  lock(1);
  cnt = 0;
  unlock(1);
}

static void *parker(void *unused) {
  (void)unused;
  while (cond == 0)
    park();
  return NULL;
}

int main(void) {
  pthread_t p;
  cnt = 0;
  pcond = 0;
  pthread_create(&p, NULL, parker, NULL);
  unpark();
  cond = 1;
  F;
  unpark();
  F;
  done = 1;
  return 0;
}
