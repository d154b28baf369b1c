// Loads that spin wait under TSO and PSO as well, while stores of their own thread are still on the way.
// case: => verified complete=1 blocked=0
// case: --model tso => verified complete=1 blocked=0
// case: --model pso => verified complete=1 blocked=0
// case: --no-check livelock -- -DBOTH => verified complete=0 blocked=3
// case: --no-check livelock --model tso -- -DBOTH => verified complete=1 blocked=3
// case: --no-check livelock --model pso -- -DBOTH => verified complete=1 blocked=3
// case: --model tso -- -DNEVER => error livelock line=20
// case: --model pso -- -DNEVER => error livelock line=20
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

#ifndef BOTH
static void *reader(void *unused) {
  (void)unused;
  // Its own store may be in the buffer all the while.
  atomic_store_explicit(&second, 1, memory_order_relaxed);
  while (atomic_load_explicit(&first, memory_order_acquire) == 0)
    ;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
#ifndef NEVER
  atomic_store_explicit(&first, 1, memory_order_relaxed);
#endif
  pthread_join(thread, NULL);
  return 0;
}
#else
// Each waits until the other is away: with store buffers both can pass, and both can come too late.
static void *wait_for_second(void *unused) {
  (void)unused;
  atomic_store_explicit(&first, 1, memory_order_relaxed);
  while (atomic_load(&second) != 0)
    ;
  return NULL;
}
static void *wait_for_first(void *unused) {
  (void)unused;
  atomic_store_explicit(&second, 1, memory_order_relaxed);
  while (atomic_load(&first) != 0)
    ;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, wait_for_second, NULL);
  pthread_create(&threads[1], NULL, wait_for_first, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
#endif
