#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static unsigned message;
static atomic_bool ready;

static void *send(void *unused) {
  (void)unused;
  message = 42;
  atomic_store_explicit(&ready, true, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t sender;
  pthread_create(&sender, 0, send, 0);
  if (atomic_load_explicit(&ready, memory_order_acquire))
    assert(message == 42);
  pthread_join(sender, 0);
}
