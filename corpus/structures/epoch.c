// Epoch-based reclamation: the writer frees when no reader is in an older epoch. BUG: the reader takes the pointer
// before it says that it is there.
// case: => verified
// case: -- -DBUG => error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int epoch = 2, local;
static _Atomic(int *) shared;
static void *reader(void *unused) {
#ifdef BUG
  int *p = atomic_load(&shared);
  atomic_store(&local, atomic_load(&epoch));
#else
  atomic_store(&local, atomic_load(&epoch));
  int *p = atomic_load(&shared);
#endif
  int v = *p;
  assert(v == 1 || v == 2);
  atomic_store(&local, 0);
  return unused;
}
int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  *a = 1;
  *b = 2;
  atomic_store(&shared, a);
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  atomic_store(&shared, b);
  int now = atomic_fetch_add(&epoch, 1) + 1;
  for (;;) {
    int l = atomic_load(&local);
    if (l == 0 || l >= now)
      break;
  }
  free(a);
  pthread_join(t, 0);
  free(b);
}
