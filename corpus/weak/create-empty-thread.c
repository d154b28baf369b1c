// Creating a thread waits for an empty store buffer, also if that thread ends at once.
// Each thread stores, creates an empty thread and then loads: one of the two loads sees the other's store.
// case: --model sc => verified complete=3
// case: --model tso => verified complete=3
// case: --model pso => verified complete=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r1 = -1, r2 = -1;

static void *empty(void *unused) { return unused; }

static void *first(void *unused) {
  pthread_t thread;
  atomic_store_explicit(&x, 1, memory_order_release);
  pthread_create(&thread, NULL, empty, NULL);
  r1 = atomic_load_explicit(&y, memory_order_acquire);
  pthread_join(thread, NULL);
  return unused;
}

static void *second(void *unused) {
  pthread_t thread;
  atomic_store_explicit(&y, 1, memory_order_release);
  pthread_create(&thread, NULL, empty, NULL);
  r2 = atomic_load_explicit(&x, memory_order_acquire);
  pthread_join(thread, NULL);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
}
