// A loop waits for a flag that nobody sets; cut after some rounds, it stays blocked.
// case: --no-purity --no-await --unroll 3 => inconclusive nothing-complete complete=0 blocked=1
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
  pthread_join(t, NULL);
  return 0;
}
