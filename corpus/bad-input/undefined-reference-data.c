// A variable that nobody defines.
// case: => inconclusive unsupported
extern int elsewhere;
int main(void) {
  return elsewhere;
}
