// A union shows the bytes of a number, little end first.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint16_t halves[2];
  uint8_t bytes[4];
} u;

int main(void) {
  u.word = 0x11223344;
  assert(u.bytes[0] == 0x44 && u.bytes[3] == 0x11 && u.halves[1] == 0x1122);
  u.bytes[1] = 0xff;
  assert(u.word == 0x1122ff44);
  u.halves[0] = 0;
  assert(u.word == 0x11220000);
  return 0;
}
