// A jump back to setjmp is not modelled: the verdict is open, not wrong.
// case: => inconclusive unsupported
#include <assert.h>
#include <setjmp.h>
static jmp_buf env;
static int depth(int n) {
  if (n == 0)
    longjmp(env, 7);
  return depth(n - 1);
}
int main(void) {
  int r = setjmp(env);
  if (r == 0)
    depth(3);
  assert(r == 7);
}
