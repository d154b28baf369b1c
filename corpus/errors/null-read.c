// A read through a null pointer.
// case: => error null-deref line=8
#include <stddef.h>

static int *p = NULL;

int main(void) {
  return *p; // BUG
}
