// Options with values that do not exist.
// case: --model mips => bad-input
// case: --algorithm fastest => bad-input
// case: --unroll many => bad-input
// case: --unroll -1 => bad-input
// case: --check nothing => bad-input
// case: --timeout soon => bad-input
// case: --no-such-option => bad-input
// case: --jobs 0 => bad-input
// case: --format yaml => bad-input
// case: => verified complete=1
int main(void) { return 0; }
