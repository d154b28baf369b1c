// The queue of Michael and Scott, without reclaiming nodes: a node is published by the compare-exchange that
// links it. Whoever finds the tail behind moves it on, and so passes on what the producer wrote.
// case: --model c11 => verified
// case: --model sc --check races => verified
// case: --model sc --check races -- -DLINK=relaxed => error data-race
// case: --model c11 -- -DLINK=relaxed => error
// case: --model c11 -- -DFOLLOW=relaxed => error
// case: --model c11 -- -DTAIL=relaxed => error
// case: --model c11 -- -DLAST=relaxed => error
// case: --model c11 -- -DHELP=relaxed => error
// case: --model c11 -- -DNEXT=relaxed => error
// case: --model c11 -- -DHEAD=relaxed => error
// case: --model c11 -- -DFIRST=relaxed => error
// case: --model sc -- -DLINK=relaxed => verified
#include "c11.h"

// The compare-exchange that links a node, and the consumer's look at the link.
#ifndef LINK
#define LINK release
#endif
#ifndef FOLLOW
#define FOLLOW acquire
#endif
// Moving the tail to an own node, and the look at it.
#ifndef TAIL
#define TAIL release
#endif
#ifndef LAST
#define LAST acquire
#endif
// Moving it to the node of another, and the look at that.
#ifndef HELP
#define HELP release
#endif
#ifndef NEXT
#define NEXT acquire
#endif
// Moving the head, and the look at it.
#ifndef HEAD
#define HEAD release
#endif
#ifndef FIRST
#define FIRST acquire
#endif

struct node {
  _Atomic(struct node *) next;
  int value;
};

static struct node dummy;
static _Atomic(struct node *) head = &dummy, tail = &dummy;

static void enqueue(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  for (;;) {
    struct node *last = load(&tail, LAST);
    struct node *next = load(&last->next, NEXT);
    if (next) {
      cas(&tail, &last, next, HELP, relaxed);
      continue;
    }
    if (cas(&last->next, &next, node, LINK, relaxed)) {
      cas(&tail, &last, node, TAIL, relaxed);
      return;
    }
  }
}

// One attempt.
static void dequeue(void) {
  struct node *first = load(&head, FIRST);
  struct node *next = load(&first->next, FOLLOW);
  if (next && cas(&head, &first, next, HEAD, relaxed))
    assert(next->value == 1);
}

static void *producer(void *unused) {
  (void)unused;
  enqueue(1);
  return NULL;
}

static void *producer_and_consumer(void *unused) {
  (void)unused;
  enqueue(1);
  dequeue();
  return NULL;
}

static void *consumer_and_producer(void *unused) {
  (void)unused;
  dequeue();
  enqueue(1);
  return NULL;
}

int main(void) {
  RUN(producer, producer_and_consumer, consumer_and_producer);
  return 0;
}
