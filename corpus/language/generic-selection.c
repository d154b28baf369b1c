// Selection by type.
// case: => verified complete=1
#include <assert.h>

#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)

int main(void) {
  char text[] = "t";
  assert(KIND(1) == 1 && KIND(1.0) == 2 && KIND(text) == 3 && KIND(1u) == 4);
  return 0;
}
