// A thread writes a message and raises a flag; main reads the message when the flag is up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
enum { RAISE = memory_order_release, LOOK = memory_order_acquire };
#else
enum { RAISE = memory_order_relaxed, LOOK = memory_order_relaxed };
#endif

static int message;
static atomic_int ready;

static void *send(void *unused) {
  message = 42;
  atomic_store_explicit(&ready, 1, RAISE);
  return unused;
}

int main(void) {
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  if (atomic_load_explicit(&ready, LOOK))
    assert(message == 42);
  pthread_join(sender, NULL);
}
