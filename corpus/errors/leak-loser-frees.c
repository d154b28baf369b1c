// The loser of the race frees its object: no leak.
// case: --check leaks => verified complete=2
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) instance;

static void *create(void *unused) {
  (void)unused;
  int *mine = malloc(sizeof *mine), *nothing = NULL;
  *mine = 1;
  if (!atomic_compare_exchange_strong(&instance, &nothing, mine))
    free(mine);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, create, NULL);
  pthread_create(&t2, NULL, create, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&instance));
  return 0;
}
