// case: => verified complete=1
// case: -- -DBUG => error out-of-bounds
#include <assert.h>
static int trace(int n, int m[n][n]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += m[i][i];
  return s;
}
int main(void) {
  for (int n = 1; n < 4; n++) {
    int m[n][n];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        m[i][j] = i * 10 + j;
    assert(sizeof m == n * n * sizeof(int));
    assert(trace(n, m) == 11 * n * (n - 1) / 2);
#ifdef BUG
    m[n][0] = 1;
#endif
  }
}
