// The CLH queue lock. The bug: a thread marks its node as waiting only after it stands in the queue.
// case: --unroll 3 => verified
// case: --unroll 3 -- -DBUG => error assertion
// case: --model ra => verified
// case: --model ra -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int busy[3]; // a node for each thread, and one that is free from the start
static atomic_int tail = 2;
static atomic_int inside;

static void *visit(void *argument) {
  int me = (int)(intptr_t)argument;
#ifdef BUG
  int before = atomic_exchange(&tail, me);
  atomic_store(&busy[me], 1);
#else
  atomic_store(&busy[me], 1);
  int before = atomic_exchange(&tail, me);
#endif
  while (atomic_load(&busy[before]))
    ;
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&busy[me], 0);
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
