// A wild pointer into the part of memory where threads have their own words, but of a thread that never was.
// case: => error out-of-bounds
// case: --model ra => error out-of-bounds
#include <stdint.h>

int main(void) {
  volatile int *wild = (volatile int *)(uintptr_t)0x20001000;
  return *wild;
}
