// Standard input does not exist: reading from it is refused, not made up.
// case: => inconclusive unsupported
// case: -- -DGETCHAR => inconclusive unsupported
// case: -- -DFGETS => inconclusive unsupported
// case: -- -DREAD => inconclusive unsupported
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int a = 0;
  char b[9];
#ifdef GETCHAR
  a = getchar();
#elif defined FGETS
  a = fgets(b, 9, stdin) != 0;
#elif defined READ
  a = read(0, b, 9) == 9;
#else
  scanf("%d", &a);
#endif
  (void)b;
  return a;
}
