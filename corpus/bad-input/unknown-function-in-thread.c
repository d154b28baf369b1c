// An unknown function in one interleaving only: what lies behind it is not known.
// case: => inconclusive unsupported
#include <pthread.h>
#include <stdatomic.h>

void launch_missiles(void);

static atomic_int armed;

static void *arm(void *unused) {
  (void)unused;
  atomic_store(&armed, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, arm, NULL);
  if (atomic_load(&armed))
    launch_missiles();
  pthread_join(t, NULL);
  return 0;
}
