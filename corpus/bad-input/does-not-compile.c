// A syntax error.
// case: => bad-input
int main(void) {
  return 0
}
