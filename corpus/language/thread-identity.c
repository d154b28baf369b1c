// pthread_self and pthread_equal.
// case: => verified complete=1
#include <assert.h>
#include <pthread.h>

static pthread_t seen;

static void *work(void *unused) {
  (void)unused;
  seen = pthread_self();
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  assert(pthread_equal(seen, t) && !pthread_equal(seen, pthread_self()));
  return 0;
}
