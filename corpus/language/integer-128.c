// Products of 64-bit numbers in 128 bits.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static uint64_t a = UINT64_MAX, b = UINT64_MAX;

int main(void) {
  unsigned __int128 product = (unsigned __int128)a * b;
  assert((uint64_t)product == 1);
  assert((uint64_t)(product >> 64) == UINT64_MAX - 1);
  return 0;
}
