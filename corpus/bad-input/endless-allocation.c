// A program that allocates for ever.
// case: --timeout 20 => inconclusive
#include <stdlib.h>

int main(void) {
  for (;;)
    *(volatile char *)malloc(1 << 20) = 1;
}
