// An assertion that fails in one of two threads, in some interleavings only.
// case: => error assertion line=18
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *unused) {
  (void)unused;
  atomic_store(&x, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  assert(atomic_load(&x) == 0); // BUG
  pthread_join(t, NULL);
  return 0;
}
