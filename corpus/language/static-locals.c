// A static local variable keeps its value between calls and is shared by all threads.
// case: => verified complete=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int next(void) {
  static atomic_int counter = 10;
  return atomic_fetch_add(&counter, 1);
}

static void *work(void *unused) {
  (void)unused;
  int n = next();
  assert(n == 10 || n == 11);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(next() == 12);
  return 0;
}
