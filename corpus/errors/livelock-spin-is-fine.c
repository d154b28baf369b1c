// A loop that waits for a flag that another thread sets.
// case: => verified complete=1 blocked=0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *waiter(void *unused) {
  (void)unused;
  while (!atomic_load(&flag))
    ;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  atomic_store(&flag, 1);
  pthread_join(t, NULL);
  return 0;
}
