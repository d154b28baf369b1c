// A hazard pointer protects an object from being freed. The bug: it is not checked after publishing it.
// case: => verified
// case: -- -DBUG => error use-after-free
// case: --model ra => error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared, hazard;

static void *reader(void *unused) {
  (void)unused;
  int *p = atomic_load(&shared);
  atomic_store(&hazard, p);
#ifndef BUG
  if (atomic_load(&shared) != p)
    p = NULL;
#endif
  if (p)
    assert(*p == 1 || *p == 2);
  atomic_store(&hazard, NULL);
  return NULL;
}

int main(void) {
  pthread_t t;
  int *old = malloc(sizeof *old), *new = malloc(sizeof *new);
  *old = 1;
  *new = 2;
  atomic_store(&shared, old);
  pthread_create(&t, NULL, reader, NULL);
  atomic_store(&shared, new);
  if (atomic_load(&hazard) != old)
    free(old);
  pthread_join(t, NULL);
  return 0;
}
