// A thread spins until a flag is set: two traces with an assumption, one with an await.
// case: => verified complete=1 blocked=0
// case: --no-await => verified complete=1 blocked=1
// case: --algorithm source --no-await => verified complete=1 blocked=1
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *p(void *unused) {
  (void)unused;
  while (atomic_load(&x) != 1)
    ;
  int b = atomic_load(&y);
  (void)b;
  return NULL;
}

static void *q(void *unused) {
  (void)unused;
  atomic_store(&y, 42);
  atomic_store(&x, 1);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, p, NULL);
  pthread_create(&t2, NULL, q, NULL);
  return 0;
}
