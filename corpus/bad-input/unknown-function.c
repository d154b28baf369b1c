// A function that nobody defines is called.
// case: => inconclusive unsupported
int launch_missiles(int count);

int main(void) { return launch_missiles(1); }
