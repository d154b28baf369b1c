// Files are not modelled.
// case: => inconclusive unsupported
#include <stdio.h>

int main(void) {
  FILE *f = fopen("/etc/hostname", "r");
  return f == NULL || fgetc(f) == EOF;
}
