// Control flow that no loop analysis likes: two loops into each other.
// case: --timeout 1 => inconclusive
static volatile int zero;

int main(void) {
  int i = 0;
  if (zero)
    goto second;
first:
  i++;
second:
  i--;
  goto first;
}
