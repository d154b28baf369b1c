// Unsigned arithmetic wraps around; signed arithmetic is two's complement.
// case: => verified complete=1
#include <assert.h>
#include <limits.h>
#include <stdint.h>

static uint32_t top = UINT32_MAX;
static uint8_t small = 255;
static int largest = INT_MAX;

int main(void) {
  assert(top + 1 == 0);
  assert(top * top == 1);
  small++;
  assert(small == 0);
  small--;
  assert(small == 255);
  assert((int)((unsigned)largest + 1u) == INT_MIN);
  assert(UINT64_MAX + 2 == 1);
  return 0;
}
