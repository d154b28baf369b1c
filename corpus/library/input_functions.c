// Standard input does not exist: reading from it is refused, not made up.
// case: => inconclusive unsupported
// case: -- -DGETCHAR => inconclusive unsupported
// case: -- -DFGETS => inconclusive unsupported
// case: -- -DOPEN => inconclusive unsupported
#include <stdio.h>
int main(void) {
  int a = 0;
  char b[9];
#ifdef GETCHAR
  a = getchar();
#elif defined FGETS
  a = fgets(b, 9, stdin) != 0;
#elif defined OPEN
  FILE *f = fopen("x", "r");
  a = f != 0;
#else
  scanf("%d", &a);
#endif
  (void)b;
  return a;
}
