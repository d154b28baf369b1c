// A member of a structure at address null: null plus an offset.
// case: => error null-deref line=13
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

static struct node last = {1, NULL};

int main(void) {
  return last.next->next == NULL; // BUG
}
