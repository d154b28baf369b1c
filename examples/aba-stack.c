// A lock-free stack whose nodes are used again: the compare-exchange in `pop` cannot tell that
// the top went away and came back in between (the "ABA" problem), and revives a dead node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NONE = -1, NODES = 3 };

static atomic_int top = 0;
static atomic_int next[NODES] = {1, 2, NONE};
static atomic_int owners[NODES];

static int pop(void) {
  int node = atomic_load(&top);
  while (node != NONE) {
    int below = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &node, below))
      return node;
  }
  return NONE;
}

static void push(int node) {
  int old = atomic_load(&top);
  do
    atomic_store(&next[node], old);
  while (!atomic_compare_exchange_strong(&top, &old, node));
}

// Whoever popped a node owns it alone.
static int take(void) {
  int node = pop();
  if (node != NONE)
    assert(atomic_fetch_add(&owners[node], 1) == 0);
  return node;
}

static void give(int node) {
  atomic_fetch_sub(&owners[node], 1);
  push(node);
}

static void *once(void *unused) {
  take();
  take();
  return unused;
}

static void *twice(void *unused) {
  int first = take();
  take();
  if (first != NONE)
    give(first);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, once, NULL);
  pthread_create(&b, NULL, twice, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
