// Exceptions are not supported, not even uncaught ones.
// case: => inconclusive unsupported
static void fail() { throw 1; }

int main() { fail(); }
