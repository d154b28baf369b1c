// Michael and Scott's queue. The bug: a dequeued node is freed while another thread may still look at it.
// case: => verified
// case: -- -DBUG => error use-after-free
// case: --model ra => verified
// case: --model ra -- -DBUG => error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};

static _Atomic(struct node *) head, tail;

static struct node *new_node(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  atomic_init(&n->next, NULL);
  return n;
}

static void enqueue(int value) {
  struct node *n = new_node(value);
  for (;;) {
    struct node *last = atomic_load(&tail), *nothing = NULL;
    struct node *next = atomic_load(&last->next);
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&last->next, &nothing, n)) {
      atomic_compare_exchange_strong(&tail, &last, n);
      return;
    }
  }
}

static int dequeue(void) {
  for (;;) {
    struct node *first = atomic_load(&head), *last = atomic_load(&tail);
    struct node *next = atomic_load(&first->next);
    if (next == NULL)
      return 0;
    if (first == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else {
      int value = next->value;
      if (atomic_compare_exchange_strong(&head, &first, next)) {
#ifdef BUG
        free(first);
#endif
        return value;
      }
    }
  }
}

static void *enqueuer(void *unused) {
  (void)unused;
  enqueue(2);
  return NULL;
}

static int taken;

static void *dequeuer(void *unused) {
  (void)unused;
  taken = dequeue();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  struct node *dummy = new_node(0);
  atomic_store(&head, dummy);
  atomic_store(&tail, dummy);
  enqueue(1);
  pthread_create(&t1, NULL, enqueuer, NULL);
  pthread_create(&t2, NULL, dequeuer, NULL);
  int mine = dequeue();
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(mine == 1 || taken == 1);
  assert(mine != taken);
  return 0;
}
