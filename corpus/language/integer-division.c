// Division truncates towards zero, and the remainder follows the dividend.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static int a = -7, b = 2;
static unsigned c = 7;

int main(void) {
  assert(a / b == -3 && a % b == -1);
  assert(7 / -b == -3 && 7 % -b == 1);
  assert(c / 2 == 3 && c % 2 == 1);
  assert((uint32_t)a / 2 == 0x7ffffffcu);
  assert((int64_t)a * 1000000000000 == -7000000000000);
  return 0;
}
