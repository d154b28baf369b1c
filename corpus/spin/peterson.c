// Peterson's lock: the loop asks two variables, so that a pure iteration can only be cut off.
// case: => verified
// case: --no-purity --unroll 3 => verified
// case: --model tso => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn, x;

static void *work(void *argument) {
  long me = (long)argument;
  atomic_store(&flag[me], 1);
  atomic_store(&turn, 1 - me);
  while (atomic_load(&flag[1 - me]) && atomic_load(&turn) != me)
    ;
  int c = atomic_load(&x);
  atomic_store(&x, c + 1);
  atomic_store(&flag[me], 0);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, work, (void *)0);
  pthread_create(&t2, NULL, work, (void *)1);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&x) == 2);
  return 0;
}
