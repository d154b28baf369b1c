// A thread ends with a load while its store may still be on its way to memory. Who joins it comes after
// both: it sees the store, and what it reads then is no data race.
// case: --model sc --check races => verified complete=3 blocked=0
// case: --model tso --check races => verified complete=4 blocked=0
// case: --model pso --check races => verified complete=4 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen;

static void *worker(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  seen = atomic_load_explicit(&y, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  int early = atomic_load_explicit(&x, memory_order_relaxed);
  (void)early;
  pthread_join(thread, NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
  assert(seen == 0 || seen == 1);
  return 0;
}
