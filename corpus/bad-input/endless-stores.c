// A thread that puts stores into its buffer for ever, behind a load and without one.
// case: --model tso --algorithm optimal --timeout 10 => inconclusive execution-limit
// case: --model pso --algorithm optimal --timeout 10 => inconclusive execution-limit
// case: --model tso --algorithm optimal --timeout 10 -- -DAT_ONCE => inconclusive execution-limit
// case: --model pso --algorithm optimal --timeout 10 -- -DAT_ONCE => inconclusive execution-limit
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *work(void *unused) {
  (void)unused;
  int seen = 1;
#ifndef AT_ONCE
  seen = atomic_load_explicit(&x, memory_order_relaxed);
#endif
  for (;;)
    atomic_store_explicit(&y, seen, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
  return 0;
}
