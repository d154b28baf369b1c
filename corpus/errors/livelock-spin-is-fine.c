// A loop that waits for a flag that another thread sets.
// case: --no-purity --no-await --unroll 3 => verified
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
