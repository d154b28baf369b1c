// Treiber's stack with hazard pointers, after Michael (2004): who pops a node frees it if the other thread does not say that
// it uses it. Each thread tries once.
// case: --model c11 => verified
// case: --model c11 -- -DPUSH=relaxed => error
// case: --model c11 -- -DPROTECT=acq_rel => error use-after-free
// case: --model c11 -- -DRETIRE=acq_rel => error use-after-free
// case: --model c11 -- -DCLEAR=relaxed => error use-after-free
// case: --model c11 -- -DSCAN=relaxed => error use-after-free
// case: --model c11 -- -DBLIND => error use-after-free
// case: --model sc -- -DPROTECT=acq_rel => verified
#include "c11.h"

#ifndef PUSH
#define PUSH release
#endif
// The fence between the hazard pointer and the second look at the stack.
#ifndef PROTECT
#define PROTECT seq_cst
#endif
// The fence between the removal of a node and the look at the hazard pointers.
#ifndef RETIRE
#define RETIRE seq_cst
#endif
#ifndef CLEAR
#define CLEAR release
#endif
#ifndef SCAN
#define SCAN acquire
#endif

struct node {
  struct node *next;
  int value;
};

static _Atomic(struct node *) head, hazards[2];

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = load(&head, relaxed);
  while (!cas(&head, &node->next, node, PUSH, relaxed))
    ;
}

static void retire(struct node *node, int me) {
  fence(RETIRE);
  if (load(&hazards[1 - me], SCAN) != node)
    free(node);
}

// One attempt.
static void pop(int me) {
  struct node *top = load(&head, relaxed);
  store(&hazards[me], top, relaxed);
  fence(PROTECT);
#ifdef BLIND
  int same = 1;
#else
  int same = load(&head, relaxed) == top;
#endif
  int popped = 0;
  struct node *expected = top;
  if (same && top) {
    struct node *next = top->next;
    popped = cas(&head, &expected, next, relaxed, relaxed);
  }
  if (popped)
    assert(top->value == 42);
  store(&hazards[me], NULL, CLEAR);
  if (popped)
    retire(top, me);
}

static void *first(void *unused) {
  (void)unused;
  push(42);
  pop(0);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  pop(1);
  return NULL;
}

int main(void) {
  push(42);
  RUN(first, second);
  return 0;
}
