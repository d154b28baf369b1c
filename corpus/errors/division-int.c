// A division by zero.
// case: => error division-by-zero line=4
static int divide(int a, int b) {
  return a / b; // BUG
}

int main(void) { return divide(1, 0); }
