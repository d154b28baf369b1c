// threadproof check stack-overflow.c
static int depth(int n) { return 1 + depth(n + 1); } // nothing ends the recursion

int main(void) { return depth(0); }
