// Large local objects and many arguments.
// case: => verified complete=1
#include <assert.h>

struct block {
  int cells[64];
};

static int many(int a, int b, int c, int d, int e, int f, int g, int h, struct block i, double j) {
  return a + b + c + d + e + f + g + h + i.cells[63] + (int)j;
}

int main(void) {
  struct block b = {{0}};
  b.cells[63] = 100;
  struct block c = b;
  assert(many(1, 2, 3, 4, 5, 6, 7, 8, c, 0.5) == 136);
  return 0;
}
