// Neighbouring bit fields share a memory location: writing both is a race.
// case: --check races => error data-race
#include <pthread.h>

static struct {
  unsigned a : 4;
  unsigned b : 4;
} flags;

static void *writer(void *unused) {
  (void)unused;
  flags.a = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  flags.b = 2;
  pthread_join(t, NULL);
  return 0;
}
