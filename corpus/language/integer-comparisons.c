// Signed and unsigned comparisons differ on the top bit.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static int minus = -1;
static int8_t tiny = -128;

int main(void) {
  assert(minus < 1);
  assert((unsigned)minus > 1u);
  assert((uint8_t)tiny == 128 && tiny < 0);
  assert((int64_t)minus < INT64_C(0));
  assert((uint64_t)minus == UINT64_MAX);
  return 0;
}
