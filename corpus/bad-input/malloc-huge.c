// More memory is asked for than any machine has: malloc returns null.
// case: => verified complete=1
#include <stdlib.h>

int main(void) {
  char *p = malloc((size_t)1 << 60);
  if (p)
    p[0] = 1;
  free(p);
  return 0;
}
