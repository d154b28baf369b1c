// Different members of one structure, and different bytes of one word, do not race.
// case: --check races => verified complete=1
#include <assert.h>
#include <pthread.h>

static struct {
  char low, high;
  short rest;
} word;

static void *writer(void *unused) {
  (void)unused;
  word.low = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  word.high = 2;
  word.rest = 3;
  pthread_join(t, NULL);
  assert(word.low == 1 && word.high == 2 && word.rest == 3);
  return 0;
}
