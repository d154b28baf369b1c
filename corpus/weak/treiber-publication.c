// A Treiber stack: the compare-exchange of the top waits for the stores to the node, so that nobody sees a
// node that is not filled. A plain store of the top (one pusher only) does not.
// case: --model sc => verified
// case: --model tso => verified
// case: --model pso => verified
// case: --model sc -- -DSTORE => verified
// case: --model tso -- -DSTORE => verified
// case: --model pso -- -DSTORE => error assertion
// case: --model pso -- -DSTORE -DRELEASE => verified
#include "weak.h"

struct node {
  int value;
  struct node *next;
};

static struct node first;
static _Atomic(struct node *) top;

static void *pusher(void *unused) {
  (void)unused;
  struct node *old = load(&top);
  first.value = 7;
  first.next = old;
#ifndef STORE
  int done = atomic_compare_exchange_strong_explicit(&top, &old, &first, memory_order_relaxed, memory_order_relaxed);
  assert(done);
#elif defined(RELEASE)
  store_release(&top, &first);
#else
  store(&top, &first);
#endif
  return NULL;
}

static void *popper(void *unused) {
  (void)unused;
  struct node *node = load(&top);
  if (node != NULL)
    assert(node->value == 7);
  return NULL;
}

int main(void) {
  RUN(pusher, popper);
  return 0;
}
