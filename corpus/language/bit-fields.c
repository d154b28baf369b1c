// Bit fields keep their width and sign and leave their neighbours alone.
// case: => verified complete=1
#include <assert.h>

static struct {
  unsigned a : 3;
  int b : 4;
  unsigned c : 9;
  unsigned d : 20;
} f;
static unsigned nine = 9;

int main(void) {
  f.a = nine;
  assert(f.a == 1);
  f.b = 7;
  assert(f.b == 7);
  f.b++;
  assert(f.b == -8);
  f.c = 511;
  f.d = 0xfffff;
  f.a = 0;
  assert(f.b == -8 && f.c == 511 && f.d == 0xfffff);
  return 0;
}
