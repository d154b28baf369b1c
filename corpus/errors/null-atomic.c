// An atomic operation at address null.
// case: => error null-deref line=9
#include <stdatomic.h>
#include <stddef.h>

static atomic_int *counter = NULL;

int main(void) {
  atomic_fetch_add(counter, 1); // BUG
  return 0;
}
