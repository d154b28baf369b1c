// Freeing a local variable.
// case: => error invalid-free line=6
#include <stdlib.h>

static void dispose(int *p) {
  free(p); // BUG
}

int main(void) {
  int local = 0;
  dispose(&local);
  return local;
}
