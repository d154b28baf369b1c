// The iteration is pure, but its second load goes through a null pointer: nothing may be cut off
// before it.
// case: => error null-deref
// case: --no-await => error null-deref
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static atomic_int *_Atomic other;

static void *wait(void *unused) {
  (void)unused;
  while (!atomic_load(&flag))
    atomic_load(atomic_load(&other));
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait, NULL);
  atomic_store(&flag, 1);
  return 0;
}
