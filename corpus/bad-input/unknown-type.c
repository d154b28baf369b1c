// A type that does not exist.
// case: => bad-input
int main(void) {
  number x = 1;
  return x;
}
