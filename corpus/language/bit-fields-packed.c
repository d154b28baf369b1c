// Bit-fields of every size, signed and unsigned, zero-width, in packed structures.
// case: => verified complete=1
#include <assert.h>
#include <string.h>
#include <stdint.h>
struct s {
  unsigned a : 3;
  int b : 5;
  unsigned : 0;
  unsigned long c : 33;
  _Bool d : 1;
  signed char e : 2;
};
struct __attribute__((packed)) p {
  uint8_t a;
  uint32_t b;
  uint16_t c : 12;
  uint64_t d : 40;
};
union u {
  struct {
    unsigned lo : 4, hi : 4;
  };
  unsigned char byte;
};
int main(void) {
  struct s s;
  memset(&s, 0, sizeof s);
  s.a = 9;
  s.b = -16;
  s.c = (1ul << 33) - 1;
  s.d = 2;
  s.e = -2;
  assert(s.a == 1 && s.b == -16 && s.c == 0x1fffffffful && s.d == 1 && s.e == -2);
  s.b++;
  s.a--;
  assert(s.b == -15 && s.a == 0);
  s.a--;
  assert(s.a == 7);
  struct p p = {1, 0xdeadbeef, 0xfff, 0x123456789aull};
  assert(sizeof p == 12 || sizeof p == 11 || sizeof p == 13);
  assert(p.b == 0xdeadbeef && p.c == 0xfff && p.d == 0x123456789aull);
  p.c += 1;
  assert(p.c == 0);
  union u u = {.byte = 0xa5};
  assert(u.lo == 5 && u.hi == 0xa);
  u.hi = 3;
  assert(u.byte == 0x35);
}
