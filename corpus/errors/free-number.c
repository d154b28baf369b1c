// Freeing an address that belongs to nothing.
// case: => error invalid-free line=9
#include <stdint.h>
#include <stdlib.h>

static uintptr_t address = 0x1000;

int main(void) {
  free((void *)address); // BUG
  return 0;
}
