// The awaited value is there for a moment only; who comes late waits for ever.
// case: --no-purity --no-await --unroll 3 => verified
#include <pthread.h>
#include <stdatomic.h>

static atomic_int phase;

static void *waiter(void *unused) {
  (void)unused;
  while (atomic_load(&phase) != 1)
    ;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  atomic_store(&phase, 1);
  atomic_store(&phase, 2);
  pthread_join(t, NULL);
  return 0;
}
