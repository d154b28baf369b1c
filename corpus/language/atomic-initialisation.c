// atomic_init, lock-freeness, and atomic members and arrays.
// case: => verified complete=1
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cell {
  atomic_int value;
  atomic_char kind[3];
};

int main(void) {
  struct cell *c = malloc(sizeof *c);
  atomic_init(&c->value, 4);
  for (int i = 0; i < 3; i++)
    atomic_init(&c->kind[i], (char)('a' + i));
  assert(c->value == 4 && c->kind[2] == 'c' && atomic_is_lock_free(&c->value));
  free(c);
  return 0;
}
