// Taking a pointer out of a shared place with a load and a store: two threads may get it.
// case: => error double-free line=14
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *take(void *unused) {
  (void)unused;
  int *p = atomic_load(&shared);
  atomic_store(&shared, NULL);
  if (p)
    free(p); // BUG
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  atomic_store(&shared, malloc(sizeof(int)));
  pthread_create(&t1, NULL, take, NULL);
  pthread_create(&t2, NULL, take, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
