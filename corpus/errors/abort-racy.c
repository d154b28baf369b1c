// Abort is reached only when the other thread was faster.
// case: => error abort line=19
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready;

static void *thread(void *unused) {
  (void)unused;
  atomic_store(&ready, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  if (atomic_load(&ready))
    abort(); // BUG
  pthread_join(t, NULL);
  return 0;
}
