// Treiber's stack: a node is published by the compare-exchange that pushes it.
// case: --model c11 => verified
// case: --model c11 -- -DPUSH=relaxed => error data-race
// case: --model c11 -- -DLOOK=relaxed => error data-race
// case: --model sc -- -DPUSH=relaxed => verified
#include "c11.h"

#ifndef PUSH
#define PUSH release
#endif
#ifndef LOOK
#define LOOK acquire
#endif

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) head;
static struct node nodes[2];

static void *pusher(void *number) {
  struct node *node = &nodes[(long)number];
  node->value = 1;
  node->next = load(&head, relaxed);
  while (!cas(&head, &node->next, node, PUSH, relaxed))
    ;
  return NULL;
}

// A push continues the release sequence of the one below it, so its node is published, too.
static void *popper(void *unused) {
  (void)unused;
  struct node *top = load(&head, LOOK);
  while (top && !cas(&head, &top, top->next, relaxed, LOOK))
    ;
  if (top)
    assert(top->value == 1);
  return NULL;
}

int main(void) {
  RUN(pusher, pusher, popper);
  return 0;
}
