// Exceptions are not supported, not even uncaught ones.
// case: => bad-input
static void fail() { throw 1; }

int main() { fail(); }
