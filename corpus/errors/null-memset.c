// A library function is given null.
// case: => error null-deref line=9
#include <stddef.h>
#include <string.h>

static char *buffer = NULL;

int main(void) {
  memset(buffer, 0, 16); // BUG
  return 0;
}
