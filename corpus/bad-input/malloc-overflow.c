// The size of an array overflows.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static size_t count = SIZE_MAX / 2;

int main(void) {
  assert(calloc(count, 16) == NULL);
  return 0;
}
