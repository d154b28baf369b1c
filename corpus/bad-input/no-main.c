// A library without a main function.
// case: => bad-input
int twice(int n) { return 2 * n; }
