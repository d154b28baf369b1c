// An await that two writes satisfy: two traces.
// case: => verified complete=2 blocked=0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *p(void *unused) {
  (void)unused;
  atomic_store(&x, 1);
  atomic_store(&x, 0);
  return NULL;
}

static void *q(void *unused) {
  (void)unused;
  while (atomic_load(&x) != 0)
    ;
  atomic_store(&y, 1);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, p, NULL);
  pthread_create(&t2, NULL, q, NULL);
  return 0;
}
