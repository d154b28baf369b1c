// case: => bad-input
int main(void) { int x = ; return x }
