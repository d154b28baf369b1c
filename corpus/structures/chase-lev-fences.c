// A work-stealing deque of release and acquire accesses, with the two sequentially consistent fences
// that it needs. Without them (the bug) owner and thief both take the last element: the owner's load of
// `top` may miss the thief's change while the thief's load of `bottom` misses the owner's.
// case: --model ra => verified
// case: => verified
// case: --model ra -- -DBUG => error assertion
// case: --model tso -- -DBUG => error assertion
// case: -- -DBUG => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define EMPTY -1
#ifdef BUG
#define FENCE()
#else
#define FENCE() atomic_thread_fence(memory_order_seq_cst)
#endif

static atomic_int top, bottom;
static atomic_int cells[4];
static atomic_int taken[2];

static int load(atomic_int *p) { return atomic_load_explicit(p, memory_order_acquire); }
static void store(atomic_int *p, int value) { atomic_store_explicit(p, value, memory_order_release); }
static _Bool advance(atomic_int *p, int from) {
  return atomic_compare_exchange_strong_explicit(p, &from, from + 1, memory_order_acq_rel, memory_order_acquire);
}

static void push(int item) {
  int b = load(&bottom);
  store(&cells[b], item);
  store(&bottom, b + 1);
}

static int take(void) {
  int b = load(&bottom) - 1;
  store(&bottom, b);
  FENCE();
  int t = load(&top);
  if (t > b) {
    store(&bottom, b + 1);
    return EMPTY;
  }
  int item = load(&cells[b]);
  if (t < b)
    return item;
  if (!advance(&top, t))
    item = EMPTY;
  store(&bottom, b + 1);
  return item;
}

static int steal(void) {
  int t = load(&top);
  FENCE();
  if (t >= load(&bottom))
    return EMPTY;
  int item = load(&cells[t]);
  return advance(&top, t) ? item : EMPTY;
}

static void use(int item) {
  if (item != EMPTY)
    assert(atomic_fetch_add_explicit(&taken[item], 1, memory_order_acq_rel) == 0);
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
