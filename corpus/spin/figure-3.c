// Two threads write two variables: four traces.
// case: => verified complete=4 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void *p(void *unused) {
  (void)unused;
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  return NULL;
}

static void *q(void *unused) {
  (void)unused;
  atomic_store(&x, 2);
  atomic_store(&y, 2);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, p, NULL);
  pthread_create(&t2, NULL, q, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(abs(atomic_load(&x) - atomic_load(&y)) < 2);
  return 0;
}
