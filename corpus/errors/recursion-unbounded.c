// A recursion without an end.
// case: => error stack-overflow
static int depth(int n) { return 1 + depth(n + 1); }

int main(void) { return depth(0); }
