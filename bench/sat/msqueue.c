// Michael-Scott queue: one thread enqueues, one dequeues.
// From: Demsky and Lam, "SATCheck: SAT-Directed Stateless Model Checking for SC and TSO", table 1.
// N: operations per thread (default 2).
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif
#define READ memory_order_acquire
#define WRITE memory_order_release

struct node {
  atomic_int value;
  _Atomic(struct node *) next;
};

static _Atomic(struct node *) head, tail;

static struct node *new_node(int value) {
  struct node *n = malloc(sizeof *n);
  atomic_store_explicit(&n->value, value, WRITE);
  atomic_store_explicit(&n->next, NULL, WRITE);
  return n;
}

static bool swing(_Atomic(struct node *) *place, struct node *from, struct node *to) {
  return atomic_compare_exchange_strong(place, &from, to);
}

static void enqueue(int value) {
  struct node *n = new_node(value), *t;
  for (;;) {
    t = atomic_load_explicit(&tail, READ);
    struct node *next = atomic_load_explicit(&t->next, READ);
    if (t != atomic_load_explicit(&tail, READ)) {
      sched_yield();
      continue;
    }
    if (next == NULL) {
      if (swing(&t->next, NULL, n))
        break;
    } else {
      sched_yield();
    }
    struct node *newer = atomic_load_explicit(&t->next, READ);
    swing(&tail, t, newer);
    sched_yield();
  }
  swing(&tail, t, n);
}

// The value, or -1 if the queue is empty.
static int dequeue(void) {
  for (;;) {
    struct node *h = atomic_load_explicit(&head, READ);
    struct node *t = atomic_load_explicit(&tail, READ);
    struct node *next = atomic_load_explicit(&h->next, READ);
    if (h != atomic_load_explicit(&head, READ)) {
      sched_yield();
      continue;
    }
    if (h == t) {
      if (next == NULL)
        return -1;
      sched_yield();
      swing(&tail, t, next);
      sched_yield();
    } else {
      int value = atomic_load_explicit(&next->value, READ);
      if (swing(&head, h, next))
        return value;
      sched_yield();
    }
  }
}

static void *enqueuer(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++)
    enqueue(1);
  return NULL;
}

static void *dequeuer(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++)
    dequeue();
  return NULL;
}

int main(void) {
  pthread_t e, d;
  struct node *dummy = new_node(0);
  atomic_store(&head, dummy);
  atomic_store(&tail, dummy);
  pthread_create(&e, NULL, enqueuer, NULL);
  pthread_create(&d, NULL, dequeuer, NULL);
  pthread_join(e, NULL);
  pthread_join(d, NULL);
  return 0;
}
