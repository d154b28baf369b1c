// Arrays of arrays, initialisers and sizes.
// case: => verified complete=1
#include <assert.h>

static int matrix[3][4] = {{1, 2, 3, 4}, [2] = {[1] = 9}};
static const int squares[] = {0, 1, 4, 9, 16};

int main(void) {
  assert(sizeof matrix / sizeof matrix[0] == 3 && sizeof squares / sizeof squares[0] == 5);
  assert(squares[3] == 9 && matrix[0][3] == 4 && matrix[1][0] == 0 && matrix[2][1] == 9);
  int local[2][2][2] = {0}, sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 2; k++)
        local[i][j][k] = 4 * i + 2 * j + k;
  for (int i = 0; i < 8; i++)
    sum += (&local[0][0][0])[i];
  assert(sum == 28);
  return 0;
}
