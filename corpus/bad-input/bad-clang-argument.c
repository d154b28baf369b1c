// An argument that clang does not know.
// case: -- --no-such-argument => bad-input
// case: => verified complete=1
int main(void) { return 0; }
