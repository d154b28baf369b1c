// Vector types of the compiler work on plain data or are refused, never silently wrong.
// case: => verified complete=1
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, c = a + b * 2;
  assert(c[0] == 21 && c[3] == 84);
  c = a > 2;
  assert(c[2] == -1 && c[0] == 0);
}
