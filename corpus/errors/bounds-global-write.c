// A write one past the end of a global array.
// case: => error out-of-bounds line=8
static int table[4];
static int neighbour[4];

static void fill(int count) {
  for (int i = 0; i <= count; i++)
    table[i] = i; // BUG
}

int main(void) {
  fill(4);
  return neighbour[0];
}
