// Taking a pointer out of a shared place with an exchange: freed once.
// case: => verified complete=2
// case: --check leaks => verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *take(void *unused) {
  (void)unused;
  int *p = atomic_exchange(&shared, NULL);
  if (p)
    free(p);
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
