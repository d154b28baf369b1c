// A loop that never ends and touches nothing shared.
// case: --timeout 2 => inconclusive
int main(void) {
  unsigned i = 0;
  for (;;)
    i++;
  return (int)i;
}
