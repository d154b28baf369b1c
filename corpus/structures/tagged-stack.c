// A lock-free stack that uses its nodes again: its top is a pointer with a count of changes, sixteen bytes
// that change together. BUG: nobody counts.
// case: --algorithm source => verified complete=16
// case: --algorithm optimal -- -mcx16 => verified complete=16
// case: --algorithm optimal -- -mcx16 -DBUG => error assertion line=45
// case: --algorithm optimal --model tso -- -mcx16 => verified
// case: --algorithm optimal --model pso => verified
// case: --algorithm sat => verified
// case: --algorithm sat --model tso => verified
// case: --algorithm sat -- -DBUG => error assertion line=45
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef BUG
#define COUNT(old) (old)
#else
#define COUNT(old) ((old) + 1)
#endif

struct node { struct node *next; };
struct top { struct node *node; unsigned long changes; };
static _Atomic struct top top;
static struct node nodes[2];

static void push(struct node *node) {
  struct top old = atomic_load(&top), new;
  do {
    node->next = old.node;
    new = (struct top){node, COUNT(old.changes)};
  } while (!atomic_compare_exchange_strong(&top, &old, new));
}

static struct node *pop(void) {
  struct top old = atomic_load(&top), new;
  do {
    if (!old.node)
      return 0;
    new = (struct top){old.node->next, COUNT(old.changes)};
  } while (!atomic_compare_exchange_strong(&top, &old, new));
  return old.node;
}

static void mine(struct node *node, const struct node *other) {
  assert(!node || node != other);
}

static void *twice(void *unused) {
  struct node *first = pop(), *second = pop();
  if (first)
    push(first);
  return second;
}

int main(void) {
  push(&nodes[1]);
  push(&nodes[0]);
  pthread_t other;
  pthread_create(&other, 0, twice, 0);
  struct node *own = pop();
  void *others;
  pthread_join(other, &others);
  mine(own, others);
  struct node *left = pop();
  mine(left, own);
  mine(left, others);
}
