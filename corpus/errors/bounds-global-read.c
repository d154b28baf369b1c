// A read one past the end of a global array.
// case: => error out-of-bounds line=8
static int table[4] = {1, 2, 3, 4};

static int sum(int count) {
  int total = 0;
  for (int i = 0; i <= count; i++)
    total += table[i]; // BUG
  return total;
}

int main(void) { return sum(4); }
