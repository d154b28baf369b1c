// A shared stack that is empty only at the end of an execution of thousands of steps. Describing that must not take
// longer than finding it.
// case: --algorithm optimal --timeout 20 => error assertion
// case: --model tso --algorithm optimal --timeout 20 => error assertion
// case: --model ra --timeout 20 => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { N = 1000 };
struct node { struct node *next; int value; };
static _Atomic(struct node *) top;
static void push(int v) {
  struct node *n = malloc(sizeof *n);
  n->value = v;
  struct node *old = top;
  do n->next = old; while (!atomic_compare_exchange_weak(&top, &old, n));
}
static int pop(void) {
  struct node *old = top;
  while (old && !atomic_compare_exchange_weak(&top, &old, old->next)) ;
  return old ? old->value : -1;
}
static void *pusher(void *a) { for (int i = 0; i < N; i++) push(i); return a; }
static void *popper(void *a) { for (int i = 0; i < N; i++) pop(); return a; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, pusher, 0);
  pthread_create(&t[1], 0, popper, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(top != 0);
}
