// A reader takes the pointer just before the owner withdraws and frees it.
// case: => error use-after-free line=12
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *reader(void *unused) {
  (void)unused;
  int *p = atomic_load(&shared);
  int seen = p ? *p : 0; // BUG
  (void)seen;
  return NULL;
}

int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  *p = 1;
  atomic_store(&shared, p);
  pthread_create(&t, NULL, reader, NULL);
  free(atomic_exchange(&shared, NULL));
  pthread_join(t, NULL);
  return 0;
}
