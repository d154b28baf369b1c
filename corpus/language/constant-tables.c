// Constant tables with pointers into each other.
// case: => verified complete=1
#include <assert.h>

struct state {
  int id;
  const struct state *next;
  const int *weights;
};

static const int weights[] = {5, 6, 7};
static const struct state last;
static const struct state first = {1, &last, weights};
static const struct state last = {2, &first, &weights[2]};

int main(void) {
  assert(first.next->id == 2 && first.next->next == &first);
  assert(last.weights[0] == 7 && last.weights[-1] == 6);
  return 0;
}
