// A write past the end of an array on the stack.
// case: => error out-of-bounds line=5
static void fill(int *array, int count) {
  for (int i = 0; i < count; i++)
    array[i] = i; // BUG
}

int main(void) {
  int local[3];
  fill(local, 4);
  return local[0];
}
