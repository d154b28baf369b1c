// Arrays whose length is known only at run time.
// case: => verified complete=1
#include <assert.h>

static int sum_of_first(int n) {
  int numbers[n];
  for (int i = 0; i < n; i++)
    numbers[i] = i + 1;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += numbers[i];
  assert(sizeof numbers == (unsigned)n * sizeof(int));
  return sum;
}

static int corner(int rows, int columns, int table[rows][columns]) { return table[rows - 1][columns - 1]; }

int main(void) {
  assert(sum_of_first(4) == 10 && sum_of_first(10) == 55);
  int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
  assert(corner(2, 3, table) == 6);
  return 0;
}
