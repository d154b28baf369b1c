// A work-stealing deque. The bug: the owner takes the last element without competing for it.
// Under Release-Acquire its sequentially consistent accesses are too weak: the owner's load of `top` may
// miss the thief's change while the thief misses the owner's of `bottom`; both take the element.
// case: => verified
// case: -- -DBUG => error assertion
// case: --model ra => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define EMPTY -1

static atomic_int top, bottom;
static atomic_int cells[4];
static atomic_int taken[2];

static void push(int item) {
  int b = atomic_load(&bottom);
  atomic_store(&cells[b], item);
  atomic_store(&bottom, b + 1);
}

static int take(void) {
  int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t > b) {
    atomic_store(&bottom, b + 1);
    return EMPTY;
  }
  int item = atomic_load(&cells[b]);
  if (t < b)
    return item;
#ifndef BUG
  if (!atomic_compare_exchange_strong(&top, &t, t + 1))
    item = EMPTY;
#endif
  atomic_store(&bottom, b + 1);
  return item;
}

static int steal(void) {
  int t = atomic_load(&top);
  if (t >= atomic_load(&bottom))
    return EMPTY;
  int item = atomic_load(&cells[t]);
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : EMPTY;
}

static void use(int item) {
  if (item != EMPTY)
    assert(atomic_fetch_add(&taken[item], 1) == 0);
}

static void *thief(void *unused) {
  (void)unused;
  use(steal());
  use(steal());
  return NULL;
}

int main(void) {
  pthread_t t;
  push(0);
  push(1);
  pthread_create(&t, NULL, thief, NULL);
  use(take());
  use(take());
  pthread_join(t, NULL);
  return 0;
}
