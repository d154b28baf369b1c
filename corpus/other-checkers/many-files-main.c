// A single translation unit that declares what another would define.
// case: => inconclusive unsupported
int helper(int);
int main(void) {
  return helper(1);
}
