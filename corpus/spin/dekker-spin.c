// Each thread raises its flag and waits until the other's is down. Under TSO both may read the old
// flags while their own are still in the buffers: a load that waits must not empty its buffer.
// case: --no-check livelock => verified
// case: => error livelock
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model tso --no-await => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], inside;

#define STORE(to, value) atomic_store_explicit(&to, value, memory_order_relaxed)
#define LOAD(from) atomic_load_explicit(&from, memory_order_relaxed)

static void *enter(void *argument) {
  long me = (long)argument;
  STORE(flag[me], 1);
  while (LOAD(flag[1 - me]))
    ;
  int c = LOAD(inside);
  STORE(inside, c + 1);
  STORE(flag[me], 0);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, enter, (void *)0);
  pthread_create(&t2, NULL, enter, (void *)1);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(LOAD(inside) == 2);
  return 0;
}
