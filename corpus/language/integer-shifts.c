// Shifts: logical for unsigned, arithmetic for signed numbers.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static int32_t negative = -16;
static uint32_t high = 0x80000000u;
static int by = 2;

int main(void) {
  assert(negative >> by == -4);
  assert(high >> by == 0x20000000u);
  assert((uint8_t)(0xf0 << by) == 0xc0);
  assert((uint64_t)1 << 40 == 1099511627776u);
  assert(((int64_t)negative << by) == -64);
  return 0;
}
