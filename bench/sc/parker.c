// parker(N): the race between park and unpark of the JDK's LockSupport.
// Every wait is an assumption: an execution that would spin is given up (and counts as blocked).
// From: Chalupa et al., "Data-Centric Dynamic Partial Order Reduction"; Abdulla et al., "Optimal
// Stateless Model Checking for Reads-From Equivalence under SC", table 4.
// N: bound of the parking loop (default 8).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 8
#endif

void __VERIFIER_assume(int condition);

static atomic_int cond, done;
static atomic_int x, y; // the lock: y is the unparker's side (0), x the parker's (1)
static atomic_int cnt;  // the permit
static atomic_int pc;   // is the parker waiting?

static void fence(void) { atomic_thread_fence(memory_order_seq_cst); }

static void lock(atomic_int *mine, atomic_int *other) {
  atomic_store(mine, 1);
  fence();
  __VERIFIER_assume(atomic_load(other) == 0);
}

static bool try_lock(atomic_int *mine, atomic_int *other) {
  atomic_store(mine, 1);
  fence();
  if (atomic_load(other) == 0)
    return true;
  atomic_store(mine, 0);
  return false;
}

static void unlock(atomic_int *mine) {
  fence();
  atomic_store(mine, 0);
}

static void unpark(void) {
  lock(&y, &x);
  int s = atomic_load(&cnt);
  atomic_store(&cnt, 1);
  unlock(&y);
  if (s < 1)
    atomic_store(&pc, 0);
}

static void park(void) {
  if (atomic_load(&cnt) > 0) {
    atomic_store(&cnt, 0);
    return;
  }
  if (!try_lock(&x, &y))
    return;
  if (atomic_load(&cnt) > 0) {
    atomic_store(&cnt, 0);
    unlock(&x);
    return;
  }
  atomic_store(&pc, 1);
  unlock(&x);
  assert(!atomic_load(&done) || atomic_load(&pc) == 0);
  __VERIFIER_assume(atomic_load(&pc) == 0);
  lock(&x, &y);
  atomic_store(&cnt, 0);
  unlock(&x);
}

static void *parker(void *unused) {
  (void)unused;
  for (int i = 0; atomic_load(&cond) == 0; i++) {
    __VERIFIER_assume(i < N);
    park();
  }
  return NULL;
}

int main(void) {
  pthread_t p;
  atomic_store(&cnt, 0);
  atomic_store(&pc, 0);
  pthread_create(&p, NULL, parker, NULL);
  unpark();
  atomic_store(&cond, 1);
  fence();
  unpark();
  fence();
  atomic_store(&done, 1);
  return 0;
}
