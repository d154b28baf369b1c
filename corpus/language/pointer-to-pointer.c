// Pointers to pointers, and a list that is edited through them.
// case: => verified complete=1
#include <assert.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

static struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
static struct node *head = &a;

static void remove_value(struct node **link, int value) {
  while (*link != NULL) {
    if ((*link)->value == value)
      *link = (*link)->next;
    else
      link = &(*link)->next;
  }
}

int main(void) {
  remove_value(&head, 2);
  assert(head->next == &c);
  remove_value(&head, 1);
  assert(head == &c && head->next == NULL);
  return 0;
}
