// Conversions between integer widths wrap and extend as C says.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static int64_t wide = -2;
static uint8_t byte = 200;

int main(void) {
  assert((int8_t)wide == -2 && (uint8_t)wide == 254 && (uint16_t)wide == 65534);
  assert((int8_t)byte == -56 && (int)byte == 200);
  assert((uint8_t)(byte + byte) == 144);
  assert(byte + byte == 400);
  assert((int16_t)0x18000 == -32768);
  assert((uint64_t)(uint32_t)wide == 0xfffffffeu);
  assert((uint64_t)(int32_t)wide == 0xfffffffffffffffeu);
  return 0;
}
