// The failing assertion lies in a function that both threads call.
// case: => error assertion line=11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside;

static void enter(void) {
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0); // BUG
  atomic_fetch_sub(&inside, 1);
}

static void *visitor(void *unused) {
  (void)unused;
  enter();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, visitor, NULL);
  pthread_create(&t2, NULL, visitor, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
