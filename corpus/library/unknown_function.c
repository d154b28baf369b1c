// A function that nobody defines cannot be checked.
// case: => inconclusive
int nobody_knows(int);

int main(void) { return nobody_knows(1); }
