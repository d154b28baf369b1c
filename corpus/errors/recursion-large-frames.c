// Each level of an endless recursion has a large array.
// case: => error stack-overflow line=12
// case: --model tso => error stack-overflow line=12
// case: --model ra => error stack-overflow line=12
// case: -- -DLEVELS=1 => verified
#ifndef LEVELS
#define LEVELS 1000000
#endif
static int level(int n, char *above) {
  char array[1 << 18];
  array[5] = above ? above[5] + 1 : 0;
  return n < LEVELS ? level(n + 1, array) : array[5];
}

int main(void) { return level(0, 0) == 1000; }
