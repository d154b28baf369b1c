// Output is remembered, not checked.
// case: => verified complete=1
#include <stdio.h>

int main(void) {
  printf("%d %s %c %5.2f %lx %p\n", 1, "two", '3', 4.0, 5ul, (void *)0);
  puts("end");
  putchar('\n');
  fprintf(stderr, "%%\n");
  return 0;
}
