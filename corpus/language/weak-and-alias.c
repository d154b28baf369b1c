// A weak definition and an alias.
// case: => verified complete=1
#include <assert.h>

__attribute__((weak)) int answer(void) { return 42; }
static int real(void) { return 7; }
static int other(void) __attribute__((alias("real")));

int main(void) {
  assert(answer() == 42 && other() == 7);
  return 0;
}
