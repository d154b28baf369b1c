// Only half of a word was written before the whole is read.
// case: --check uninitialized => error uninitialized line=10
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  uint16_t *halves = malloc(4);
  halves[0] = 1;
  uint32_t *whole = (uint32_t *)halves;
  int result = *whole == 1 ? 0 : 1; // BUG
  free(halves);
  return result;
}
