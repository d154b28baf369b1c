// A call through a null function pointer.
// case: => error null-deref line=8
#include <stddef.h>

static int (*operation)(int) = NULL;

int main(void) {
  return operation(1); // BUG
}
