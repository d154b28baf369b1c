// A place that the programmer said is never reached.
// case: => error unreachable
static int sign(int n) {
  switch (n) {
  case 0:
    return 0;
  case 1:
    return 1;
  default:
    __builtin_unreachable();
  }
}

int main(void) { return sign(2); }
