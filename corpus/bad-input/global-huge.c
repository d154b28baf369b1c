// A global variable of many gigabytes.
// case: => bad-input
static char big[1L << 36];

int main(void) {
  big[5] = 1;
  return big[6];
}
