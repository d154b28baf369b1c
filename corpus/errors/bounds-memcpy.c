// memcpy copies more than the destination can hold.
// case: => error out-of-bounds line=8
#include <string.h>

static char from[16], to[8];

int main(void) {
  memcpy(to, from, sizeof from); // BUG
  return to[0];
}
