// memset, memcpy, memmove and memcmp.
// case: => verified complete=1
#include <assert.h>
#include <string.h>

static char buffer[8] = "abcdefg", zeros[8];

int main(void) {
  memmove(buffer + 2, buffer, 4);
  assert(memcmp(buffer, "ababcdg", 8) == 0);
  memmove(buffer, buffer + 1, 4);
  assert(memcmp(buffer, "babccdg", 8) == 0);
  memset(buffer, 'x', 3);
  assert(buffer[2] == 'x' && buffer[3] == 'c');
  memcpy(buffer, zeros, sizeof buffer);
  assert(memcmp(buffer, zeros, 8) == 0);
  return 0;
}
