// A pointer to a local variable outlives its function.
// case: => error use-after-free line=12
static int *keep;

static void remember(void) {
  int local = 3;
  keep = &local;
}

int main(void) {
  remember();
  return *keep; // BUG
}
