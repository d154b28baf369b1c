// Volatile variables are read and written each time.
// case: => verified complete=2
#include <assert.h>
#include <pthread.h>

static volatile int x;

static void *writer(void *unused) {
  (void)unused;
  x = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  int seen = x;
  pthread_join(t, NULL);
  assert(seen == 0 || seen == 1);
  assert(x == 1);
  return 0;
}
