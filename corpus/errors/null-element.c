// An element of an array that does not exist: null plus a larger offset.
// case: => error null-deref line=8
#include <stddef.h>

static char *text = NULL;

int main(void) {
  return text[100]; // BUG
}
