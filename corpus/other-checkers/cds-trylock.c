// case: => verified
// case: -- -DBUG => error assertion
#include <stdio.h>
#include <threads.h>
#include <stdatomic.h>
#include "librace.h"
#include "model-assert.h"
#define RW_LOCK_BIAS 4
typedef union { atomic_int lock; } rwlock_t;
static rwlock_t mylock; static int shared;
static int write_trylock(rwlock_t *rw) {
  int prior = atomic_fetch_sub_explicit(&rw->lock, RW_LOCK_BIAS, memory_order_acquire);
  if (prior == RW_LOCK_BIAS) return 1;
  atomic_fetch_add_explicit(&rw->lock, RW_LOCK_BIAS, memory_order_relaxed);
  return 0;
}
static void write_unlock(rwlock_t *rw) { atomic_fetch_add_explicit(&rw->lock, RW_LOCK_BIAS, memory_order_release); }
static int a(void *o) {
#ifndef BUG
  if (write_trylock(&mylock))
#endif
  { store_32(&shared, load_32(&shared) + 1); MODEL_ASSERT(load_32(&shared) == 1); store_32(&shared, 0);
#ifndef BUG
   write_unlock(&mylock);
#endif
  }
  return 0;
}
int user_main(int argc, char **argv) {
  thrd_t t1, t2;
  atomic_init(&mylock.lock, RW_LOCK_BIAS);
  thrd_create(&t1, a, NULL); thrd_create(&t2, a, NULL);
  thrd_join(t1, NULL); thrd_join(t2, NULL);
  return 0;
}
