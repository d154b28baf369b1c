// A local array far larger than any stack.
// case: => inconclusive memory
static int use(volatile char *p) { return p[100]; }

static int big(long n) {
  char array[n];
  array[100] = 0;
  return use(array);
}

int main(void) { return big(1L << 40); }
