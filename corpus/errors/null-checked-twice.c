// A check for null that is worth nothing: the pointer is read a second time.
// case: => error null-deref line=21
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int object = 7;
static _Atomic(int *) shared = &object;

static void *withdraw(void *unused) {
  (void)unused;
  atomic_store(&shared, NULL);
  return NULL;
}

int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, withdraw, NULL);
  if (atomic_load(&shared) != NULL)
    seen = *atomic_load(&shared); // BUG
  (void)seen;
  pthread_join(t, NULL);
  return 0;
}
