// Two plain writes without any order.
// case: --check races => error data-race
// case: => verified complete=2
#include <pthread.h>

static int x;

static void *writer(void *unused) {
  (void)unused;
  x = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  x = 2;
  pthread_join(t, NULL);
  return 0;
}
