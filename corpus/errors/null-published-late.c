// The pointer is null until the other thread has published its object.
// case: => error null-deref line=20
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int object = 7;
static _Atomic(int *) shared;

static void *publish(void *unused) {
  (void)unused;
  atomic_store(&shared, &object);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, publish, NULL);
  int *p = atomic_load(&shared);
  int seen = *p; // BUG
  (void)seen;
  pthread_join(t, NULL);
  return 0;
}
