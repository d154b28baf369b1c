// A flexible array member with too little room.
// case: => error out-of-bounds line=14
#include <stdlib.h>

struct packet {
  int length;
  int data[];
};

int main(void) {
  struct packet *p = malloc(sizeof *p + 3 * sizeof(int));
  p->length = 4;
  for (int i = 0; i < p->length; i++)
    p->data[i] = 0; // BUG
  free(p);
  return 0;
}
