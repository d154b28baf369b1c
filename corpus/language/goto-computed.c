// Labels as values: a small interpreter with threaded code.
// case: => verified complete=1
#include <assert.h>

int main(void) {
  static const int program[] = {0, 0, 1, 0, 2};
  static void *const operation[] = {&&increment, &&twice, &&stop};
  int value = 0, at = 0;
  goto *operation[program[at]];
increment:
  value++;
  goto *operation[program[++at]];
twice:
  value *= 2;
  goto *operation[program[++at]];
stop:
  assert(value == 5);
  return 0;
}
