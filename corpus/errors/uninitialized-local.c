// A branch on a local variable that was never set.
// case: --check uninitialized => error uninitialized line=7
static int choose(int set) {
  int value;
  if (set)
    value = 1;
  return value ? 2 : 3; // BUG
}

int main(void) { return choose(0); }
