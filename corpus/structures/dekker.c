// Dekker's mutual exclusion. The bug: the flag is raised after looking at the other one.
// case: --unroll 3 => verified
// case: --unroll 3 --model tso -- -DORDER=memory_order_relaxed => error assertion
// case: --unroll 3 -- -DBUG => error assertion
// case: --model ra => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

static atomic_int wants[2], turn;
static atomic_int inside;

static void lock(int me) {
  int other = 1 - me;
#ifndef BUG
  atomic_store_explicit(&wants[me], 1, ORDER);
#endif
  while (atomic_load_explicit(&wants[other], ORDER)) {
    if (atomic_load_explicit(&turn, ORDER) == other) {
      atomic_store_explicit(&wants[me], 0, ORDER);
      while (atomic_load_explicit(&turn, ORDER) == other)
        ;
      atomic_store_explicit(&wants[me], 1, ORDER);
    }
  }
#ifdef BUG
  atomic_store_explicit(&wants[me], 1, ORDER);
#endif
}

static void unlock(int me) {
  atomic_store_explicit(&turn, 1 - me, ORDER);
  atomic_store_explicit(&wants[me], 0, ORDER);
}

static void *visit(void *argument) {
  int me = (int)(intptr_t)argument;
  lock(me);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, visit, (void *)0);
  pthread_create(&t1, NULL, visit, (void *)1);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
