// Nested functions are no part of clang's C.
// case: => bad-input
int main(void) { int f(int x) { return x; } return f(0); }
