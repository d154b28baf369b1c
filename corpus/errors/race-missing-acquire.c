// The producer releases, but the consumer does not acquire.
// case: --check races => error data-race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *producer(void *unused) {
  (void)unused;
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load_explicit(&ready, memory_order_relaxed))
    data = 2;
  pthread_join(t, NULL);
  return 0;
}
