// A latch that opens when all workers are done. The bug: the count goes down before the work is finished.
// case: --unroll 3 --check races => verified
// case: --unroll 3 -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int left = 2;
static int results[2];

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
#ifdef BUG
  atomic_fetch_sub(&left, 1);
  results[me] = me + 1;
#else
  results[me] = me + 1;
  atomic_fetch_sub(&left, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, worker, (void *)0);
  pthread_create(&t1, NULL, worker, (void *)1);
  while (atomic_load(&left) != 0)
    ;
  assert(results[0] + results[1] == 3);
  return 0;
}
