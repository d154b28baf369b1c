// case: => verified complete=1
#include <assert.h>
#include <stdint.h>
#include <string.h>
union v {
  float f;
  uint32_t u;
  uint8_t b[4];
  struct {
    uint16_t lo, hi;
  } h;
  double d;
};
int main(void) {
  union v v = {.f = 1.0f};
  assert(v.u == 0x3f800000 && v.b[3] == 0x3f && v.h.hi == 0x3f80);
  v.d = -2.0;
  assert(v.b[3] == 0);
  uint64_t bits;
  memcpy(&bits, &v.d, 8);
  assert(bits == 0xc000000000000000ull);
  int x = 0x01020304;
  unsigned char *c = (unsigned char *)&x;
  assert(c[0] == 4 && c[3] == 1);
  c[0] = 0xff;
  assert(x == 0x010203ff);
}
