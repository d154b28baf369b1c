// Each memory error is reported at the line of the access, not of a library function.
// case: -- -DA => error out-of-bounds line=26
// case: -- -DB => error use-after-free line=29
// case: -- -DC => error double-free line=32
// case: -- -DD => error invalid-free line=35
// case: -- -DE => error null-deref line=38
// case: -- -DF => error division-by-zero line=41
// case: -- -DG => error out-of-bounds line=44
// case: -- -DH => error use-after-free line=47
// case: -- -DI => error out-of-bounds line=51
// case: => verified
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
static int *gone(void) {
  int local = 3;
  int *p = &local;
  return p;
}
int main(int argc, char **argv) {
  char *p = malloc(4);
  int zero = argc - 1;
  char small[4];
  int n = 0;
#ifdef A
  memset(p, 0, 5);
#elif defined B
  free(p);
  n = strlen(p);
#elif defined C
  free(p);
  free(p);
#elif defined D
  p++;
  free(p);
#elif defined E
  char *q = zero ? p : NULL;
  strcpy(q, "x");
#elif defined F
  n = 5;
  n = n % zero;
#elif defined G
  p[0] = 0;
  sprintf(small, "%d", 12345);
#elif defined H
  int *g = gone();
  n = *g;
#elif defined I
  p[3] = 'x';
  p[0] = p[1] = p[2] = 'y';
  n = (int)strlen(p);
#else
  free(p);
  small[0] = 0;
#endif
  return n && small[0];
}
