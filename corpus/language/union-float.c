// The bits of a floating-point number.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>
#include <string.h>

static float one = 1.0f;

int main(void) {
  union {
    float f;
    uint32_t bits;
  } u = {one};
  assert(u.bits == 0x3f800000);
  u.bits = 0x40490fdb;
  assert(u.f > 3.14f && u.f < 3.15f);
  double d = -2.0;
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  assert(bits == 0xc000000000000000u);
  return 0;
}
