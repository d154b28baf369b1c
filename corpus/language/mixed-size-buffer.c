// Under TSO a thread reads a word of which one byte is still in its store buffer.
// case: --model sc => verified
// case: --model tso => verified
// case: --model ra --no-check races => verified complete=2
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static volatile union {
  uint16_t word;
  uint8_t bytes[2];
} u;

static void *work(void *unused) {
  (void)unused;
  u.bytes[0] = 0x11;
  uint16_t seen = u.word;
  assert((seen & 0xff) == 0x11);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  u.bytes[1] = 0x22;
  pthread_join(t, NULL);
  assert(u.word == 0x2211);
  return 0;
}
