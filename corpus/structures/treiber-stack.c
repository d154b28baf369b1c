// Treiber's stack: nothing that was pushed is lost. The bug: push stores the head without comparing it.
// case: => verified
// case: --check races => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) head;

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = atomic_load_explicit(&head, memory_order_relaxed);
#ifdef BUG
  atomic_store_explicit(&head, n, memory_order_release);
#else
  while (!atomic_compare_exchange_weak_explicit(&head, &n->next, n, memory_order_release, memory_order_relaxed))
    ;
#endif
}

static int pop(void) {
  struct node *n = atomic_load_explicit(&head, memory_order_acquire);
  while (n && !atomic_compare_exchange_weak_explicit(&head, &n, n->next, memory_order_acquire, memory_order_acquire))
    ;
  return n ? n->value : 0; // nodes are not given back: no ABA
}

static void *pusher(void *argument) {
  push((int)(intptr_t)argument);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, pusher, (void *)1);
  pthread_create(&t2, NULL, pusher, (void *)2);
  int early = pop();
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  int sum = early + pop() + pop();
  assert(sum == 3);
  return 0;
}
