// The impossible branch is possible in one interleaving.
// case: => error unreachable
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *writer(void *unused) {
  (void)unused;
  atomic_store(&y, 1);
  atomic_store(&x, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  int before = atomic_load(&x), after = atomic_load(&y);
  if (before == 0 && after == 1)
    __builtin_unreachable();
  pthread_join(t, NULL);
  return 0;
}
