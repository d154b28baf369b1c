// Hazard pointers with one slot; BUG: no second look.
// case: => verified
// case: -- -DBUG => error use-after-free
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
static _Atomic(int *) shared, hazard;
static void *rd(void *_) {
  int *p;
  do { p = atomic_load(&shared); atomic_store(&hazard, p); }
#ifdef BUG
  while (0);
#else
  while (p != atomic_load(&shared));
#endif
  int v = *p; assert(v == 1 || v == 2);
  atomic_store(&hazard, 0);
  return 0;
}
int main(void) {
  int *a = malloc(4), *b = malloc(4); *a = 1; *b = 2; atomic_store(&shared, a);
  pthread_t t; pthread_create(&t, 0, rd, 0);
  int *old = atomic_exchange(&shared, b);
  while (atomic_load(&hazard) == old) ;
  free(old);
  pthread_join(t, 0); free(b);
}
