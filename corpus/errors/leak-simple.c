// An object is never freed and nobody knows it any more.
// case: --check leaks => error leak line=10
// case: --check leaks --model tso => error leak line=10
// case: --check leaks --model pso => error leak line=10
// case: --check leaks --model ra => error leak line=10
// case: => verified
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  return 0;
}
