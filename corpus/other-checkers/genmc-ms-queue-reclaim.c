// A lock-free queue that frees its nodes at once: use after free.
// case: => error use-after-free
// case: -- -DKEEP => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  int value;
  struct node *_Atomic next;
};
static struct node *_Atomic head, *_Atomic tail;
static void enqueue(int v) {
  struct node *n = malloc(sizeof *n);
  n->value = v;
  atomic_init(&n->next, NULL);
  for (;;) {
    struct node *t = atomic_load(&tail), *next = atomic_load(&t->next);
    if (next) {
      atomic_compare_exchange_strong(&tail, &t, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&t->next, &next, n)) {
      atomic_compare_exchange_strong(&tail, &t, n);
      return;
    }
  }
}
static int dequeue(void) {
  struct node *h = atomic_load(&head), *next = atomic_load(&h->next);
  if (!next)
    return -1;
  int v = next->value;
  if (!atomic_compare_exchange_strong(&head, &h, next))
    return -2;
#ifndef KEEP
  free(h);
#endif
  return v;
}
static void *p(void *a) {
  enqueue((int)(long)a);
  return 0;
}
static void *c(void *a) {
  dequeue();
  return a;
}
int main(void) {
  struct node *dummy = calloc(1, sizeof *dummy);
  head = dummy;
  tail = dummy;
  pthread_t x, y, z;
  enqueue(1);
  pthread_create(&x, 0, p, (void *)2);
  pthread_create(&y, 0, c, 0);
  pthread_create(&z, 0, c, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  pthread_join(z, 0);
}
