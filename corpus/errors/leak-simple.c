// An object is never freed and nobody knows it any more.
// case: --check leaks => error leak line=7
// case: => verified
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  return 0;
}
