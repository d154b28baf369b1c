// A trap of the compiler stops the program like abort.
// case: => error abort line=7
static int always(void) { return 1; }

int main(void) {
  if (always())
    __builtin_trap(); // BUG
  return 0;
}
