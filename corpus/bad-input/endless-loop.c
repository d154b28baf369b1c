// A loop that never ends and touches nothing shared.
// case: --timeout 1 => inconclusive
int main(void) {
  unsigned i = 0;
  for (;;)
    i++;
  return (int)i;
}
