// A pointer made from an arbitrary number points to nothing.
// case: => error out-of-bounds line=8
#include <stdint.h>

static uintptr_t address = 0x123456789abc;

int main(void) {
  return *(int *)address; // BUG
}
