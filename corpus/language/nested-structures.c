// Structures in arrays in structures, with unions, anonymous members and flexible arrays.
// case: => verified complete=1
#include <assert.h>
#include <stdlib.h>

struct message {
  int kind;
  union {
    struct {
      short x, y;
    };
    int both;
  };
  int count;
  struct {
    char key;
    long value;
  } entries[];
};

int main(void) {
  struct message *m = calloc(1, sizeof *m + 3 * sizeof m->entries[0]);
  m->x = 1;
  m->y = 2;
  assert(m->both == 0x00020001);
  for (int i = 0; i < 3; i++)
    m->entries[i].value = 10 * i;
  assert(m->entries[2].value == 20 && m->entries[1].key == 0);
  free(m);
  return 0;
}
