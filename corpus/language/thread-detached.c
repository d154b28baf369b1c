// A detached thread runs on without being joined.
// case: => verified complete=2
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused) {
  (void)unused;
  atomic_store(&x, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_detach(t);
  int seen = atomic_load(&x);
  (void)seen;
  return 0;
}
