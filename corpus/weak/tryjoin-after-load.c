// A try-join that succeeds comes after all stores of the thread; one that fails may come between the
// thread's last operation and the way of its store to memory.
// case: --model sc => verified complete=2 blocked=0
// case: --model tso => verified complete=2 blocked=0
// case: --model pso => verified complete=2 blocked=0
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *worker(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  int seen = atomic_load_explicit(&y, memory_order_relaxed);
  (void)seen;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  if (pthread_tryjoin_np(thread, NULL) == 0)
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
  return 0;
}
