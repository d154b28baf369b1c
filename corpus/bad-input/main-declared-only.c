// main is declared, and called, but nowhere defined.
// case: => bad-input
int main(void);

int other(void) { return main(); }
