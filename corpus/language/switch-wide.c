// Switch over 64-bit and over 8-bit values.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>

static int wide(uint64_t n) {
  switch (n) {
  case 0x100000000:
    return 1;
  case 0:
    return 2;
  case UINT64_MAX:
    return 3;
  }
  return 0;
}

static int narrow(signed char c) {
  switch (c) {
  case -1:
    return 1;
  case 'x':
    return 2;
  }
  return 0;
}

int main(void) {
  assert(wide(0x100000000) == 1 && wide(0) == 2 && wide(UINT64_MAX) == 3 && wide(1) == 0);
  assert(narrow(-1) == 1 && narrow('x') == 2 && narrow(1) == 0);
  return 0;
}
