// case: => inconclusive memory
#include <stdlib.h>
int main(void) {
  char *p = malloc(1l << 30);
  p[0] = 1;
  free(p);
}
