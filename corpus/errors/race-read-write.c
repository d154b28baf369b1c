// A plain read next to a plain write.
// case: --check races => error data-race
// case: => verified complete=2
#include <pthread.h>

static int x;

static void *reader(void *unused) {
  (void)unused;
  int seen = x;
  (void)seen;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  x = 2;
  pthread_join(t, NULL);
  return 0;
}
