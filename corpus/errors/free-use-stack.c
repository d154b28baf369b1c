// A pointer to a local variable outlives its function.
// case: => error use-after-free line=15
// case: --model tso => error use-after-free line=15
// case: --model pso => error use-after-free line=15
// case: --model ra => error use-after-free line=15
static int *keep;

static void remember(void) {
  int local = 3; // Still in the store buffer when the function returns.
  keep = &local;
}

int main(void) {
  remember();
  return *keep; // BUG
}
