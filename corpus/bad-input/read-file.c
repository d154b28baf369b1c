// Files are not modelled: to read one is to find it missing, to read back what one writes is refused.
// case: => verified
// case: -- -DBOTH => inconclusive unsupported
#include <stdio.h>

#ifdef BOTH
#define MODE "w+"
#else
#define MODE "r"
#endif

int main(void) {
  FILE *f = fopen("/etc/hostname", MODE);
  return f == NULL || fgetc(f) == EOF;
}
