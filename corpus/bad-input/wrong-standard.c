// case: -- -std=c99 -pedantic-errors => bad-input
// case: => verified
#include <stdatomic.h>
#include <threads.h>
_Static_assert(1, "C23");
int main(void) {
  int a[] = {};
  (void)a;
  return 0;
}
