// A load with many stores behind it, which reach memory before the thread is joined. There are two classes under
// every model: the load sees the other store or does not.
// case: --model sc => verified complete=2
// case: --model tso => verified complete=2
// case: --model pso => verified complete=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORES 40

static atomic_int array[STORES], x;

static void *work(void *unused) {
  (void)unused;
  int seen = atomic_load_explicit(&x, memory_order_relaxed);
  for (int i = 0; i < STORES; i++)
    atomic_store_explicit(&array[i], i + seen, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
  int seen = atomic_load_explicit(&array[0], memory_order_relaxed);
  for (int i = 0; i < STORES; i++)
    assert(atomic_load_explicit(&array[i], memory_order_relaxed) == i + seen);
  return 0;
}
