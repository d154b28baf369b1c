// One thread writes a word, another one a byte of it: no byte is invented.
// case: => verified complete=2
// case: --model ra => error data-race
// case: --model ra --no-check races => verified complete=2
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint8_t bytes[4];
} u;

static void *wide(void *unused) {
  (void)unused;
  *(volatile uint32_t *)&u.word = 0x01010101;
  return NULL;
}

static void *narrow(void *unused) {
  (void)unused;
  *(volatile uint8_t *)&u.bytes[2] = 0x7f;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, wide, NULL);
  pthread_create(&t2, NULL, narrow, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(u.word == 0x01010101 || u.word == 0x017f0101);
  return 0;
}
