// A local array far larger than any stack.
// case: => error stack-overflow line=8
// case: --model tso => error stack-overflow line=8
// case: --model ra => error stack-overflow line=8
static int use(volatile char *p) { return p[100]; }

static int big(long n) {
  char array[n];
  array[100] = 0;
  return use(array);
}

int main(void) { return big(1L << 40); }
