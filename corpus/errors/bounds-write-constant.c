// Writing a string literal, which is constant.
// case: => error out-of-bounds line=6
static char *greeting = (char *)"hello";

int main(void) {
  greeting[0] = 'H'; // BUG
  return 0;
}
