// Reading behind the end of a string literal.
// case: => error out-of-bounds line=6
static const char *greeting = "hello";

static char at(int i) {
  return greeting[i]; // BUG
}

int main(void) { return at(6); }
