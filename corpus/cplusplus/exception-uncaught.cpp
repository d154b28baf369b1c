// An exception that nobody catches ends the program.
// case: => error abort
static void fail() { throw 1; }

int main() { fail(); }
