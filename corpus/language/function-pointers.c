// Function pointers in tables, as arguments and results.
// case: => verified complete=1
#include <assert.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static const operation table[] = {add, subtract};

static operation choose(char c) { return c == '+' ? table[0] : table[1]; }
static int apply(operation f, int a, int b) { return f(a, b); }

int main(void) {
  assert(choose('+')(2, 3) == 5 && apply(choose('-'), 2, 3) == -1);
  assert(choose('+') == add && choose('-') != add);
  assert((*table[1])(1, 1) == 0);
  return 0;
}
