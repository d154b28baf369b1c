// A list is freed, and the next pointer is read from a freed node.
// case: => error use-after-free line=16
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
  }
  for (struct node *n = head; n != NULL; n = n->next) // BUG
    free(n);
  return 0;
}
