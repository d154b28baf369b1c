// Bit operations and the counting builtins.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static uint32_t x = 0x00f0f0f0;

int main(void) {
  assert((x & 0xff) == 0xf0 && (x | 0xf) == 0x00f0f0ff && (x ^ x) == 0);
  assert(~x == 0xff0f0f0fu);
  assert(__builtin_popcount(x) == 12);
  assert(__builtin_clz(x) == 8);
  assert(__builtin_ctz(x) == 4);
  assert(__builtin_bswap32(0x01020304) == 0x04030201);
  return 0;
}
