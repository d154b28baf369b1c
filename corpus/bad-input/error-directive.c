// The program needs a macro that is not given, unless the command line gives it.
// case: => bad-input
// case: -- -DSIZE=3 => verified complete=1
#ifndef SIZE
#error "give -DSIZE=..."
#endif

int main(void) {
  int cells[SIZE] = {0};
  return cells[SIZE - 1];
}
