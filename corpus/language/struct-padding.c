// Offsets and sizes follow the platform's rules.
// case: => verified complete=1
#include <assert.h>
#include <stddef.h>

struct mixed {
  char c;
  double d;
  short s;
  int i;
};
struct __attribute__((packed)) tight {
  char c;
  int i;
};

static struct tight t = {1, 0x01020304};

int main(void) {
  assert(offsetof(struct mixed, d) == 8 && offsetof(struct mixed, i) == 20);
  assert(sizeof(struct mixed) == 24 && sizeof(struct tight) == 5);
  assert(t.i == 0x01020304);
  t.i++;
  assert(t.i == 0x01020305 && t.c == 1);
  return 0;
}
