// An access that begins inside the object and ends outside of it.
// case: => error out-of-bounds line=9
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(6, 1);
  uint32_t *last = (uint32_t *)(bytes + 4);
  uint32_t value = *last; // BUG
  free(bytes);
  return (int)value;
}
