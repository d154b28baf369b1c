// A write of two bytes races with a read of one of them.
// case: --check races => error data-race
// case: --model ra => error data-race line=20
#include <pthread.h>

static union {
  short word;
  char bytes[2];
} shared;

static void *writer(void *unused) {
  (void)unused;
  shared.word = 0x101;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  int seen = shared.bytes[1];
  (void)seen;
  pthread_join(t, NULL);
  return 0;
}
