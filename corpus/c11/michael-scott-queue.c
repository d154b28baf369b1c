// The queue of Michael and Scott, without reclaiming nodes: a node is published by the compare-exchange that
// links it.
// case: --model c11 => verified
// case: --model c11 -- -DLINK=relaxed => error
// case: --model c11 -- -DFOLLOW=relaxed => error
// case: --model sc -- -DLINK=relaxed => verified rf=unsupported
#include "c11.h"

#ifndef LINK
#define LINK release
#endif
#ifndef FOLLOW
#define FOLLOW acquire
#endif

struct node {
  _Atomic(struct node *) next;
  int value;
};

static struct node nodes[3];
static _Atomic(struct node *) head = &nodes[2], tail = &nodes[2];

static void *producer(void *number) {
  struct node *node = &nodes[(long)number];
  node->value = 1;
  for (;;) {
    struct node *last = load(&tail, acquire);
    struct node *next = load(&last->next, FOLLOW);
    if (next) {
      cas(&tail, &last, next, release, relaxed);
      continue;
    }
    if (cas(&last->next, &next, node, LINK, relaxed)) {
      cas(&tail, &last, node, release, relaxed);
      return NULL;
    }
  }
}

// One attempt.
static void *consumer(void *unused) {
  (void)unused;
  struct node *first = load(&head, acquire);
  struct node *next = load(&first->next, FOLLOW);
  if (next && cas(&head, &first, next, relaxed, relaxed))
    assert(next->value == 1);
  return NULL;
}

int main(void) {
  RUN(producer, consumer);
  return 0;
}
