// A negative index.
// case: => error out-of-bounds line=6
static int table[4];

static int previous(int i) {
  return table[i - 1]; // BUG
}

int main(void) { return previous(0); }
