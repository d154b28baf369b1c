// A barrier that can be used again. The bug: the last one opens it before it has set the count back.
// case: --unroll 3 => verified
// case: --unroll 3 -- -DBUG => error assertion
// case: --model ra => verified
// case: --model ra -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int waiting = 2, sense;
static atomic_int phase[2];

static void barrier(int *local_sense) {
  *local_sense = !*local_sense;
  if (atomic_fetch_sub(&waiting, 1) == 1) {
#ifdef BUG
    atomic_store(&sense, *local_sense);
    atomic_store(&waiting, 2);
#else
    atomic_store(&waiting, 2);
    atomic_store(&sense, *local_sense);
#endif
  } else {
    while (atomic_load(&sense) != *local_sense)
      ;
  }
  assert(atomic_load(&waiting) > 0);
}

static void *work(void *argument) {
  int me = (int)(intptr_t)argument, local_sense = 0;
  for (int round = 1; round <= 2; round++) {
    atomic_store(&phase[me], round);
    barrier(&local_sense);
    assert(atomic_load(&phase[1 - me]) >= round);
  }
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, work, (void *)0);
  pthread_create(&t1, NULL, work, (void *)1);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
