// The work-stealing deque of Chase and Lev with the fences of Le, Pop, Cohen and Zappa Nardelli, "Correct and
// Efficient Work-Stealing for Weak Memory Models" (PPoPP 2013). The owner pushes two tasks and takes one, a
// thief steals twice; no task is had twice.
// case: --model c11 => verified
// case: --model c11 -- -DTAKE=acq_rel => error assertion
// case: --model c11 -- -DSTEAL=acq_rel => error assertion
// case: --model c11 -- -DPUSH=relaxed => error
// case: --model c11 -- -DBOTTOM=relaxed => error
// case: --model sc -- -DTAKE=acq_rel => verified
#include "c11.h"

// The fence between the owner's claim and its look at the top.
#ifndef TAKE
#define TAKE seq_cst
#endif
// The fence between the thief's looks at both ends.
#ifndef STEAL
#define STEAL seq_cst
#endif
// The fence between a new task and the new bottom.
#ifndef PUSH
#define PUSH release
#endif
// The thief's look at the bottom.
#ifndef BOTTOM
#define BOTTOM acquire
#endif

#define EMPTY -1

static atomic_int top, bottom, array[2];
static int task[2];
static atomic_int had[2];

static void push(int number) {
  int b = load(&bottom, relaxed);
  load(&top, acquire);
  task[number] = 42;
  store(&array[b], number, relaxed);
  fence(PUSH);
  store(&bottom, b + 1, relaxed);
}

static int take(void) {
  int b = load(&bottom, relaxed) - 1;
  store(&bottom, b, relaxed);
  fence(TAKE);
  int t = load(&top, relaxed);
  if (t > b) {
    store(&bottom, b + 1, relaxed);
    return EMPTY;
  }
  int number = load(&array[b], relaxed);
  if (t == b) {
    if (!cas(&top, &t, t + 1, seq_cst, relaxed))
      number = EMPTY;
    store(&bottom, b + 1, relaxed);
  }
  return number;
}

static int steal(void) {
  int t = load(&top, acquire);
  fence(STEAL);
  int b = load(&bottom, BOTTOM);
  if (t >= b)
    return EMPTY;
  int number = load(&array[t], relaxed);
  return cas(&top, &t, t + 1, seq_cst, relaxed) ? number : EMPTY;
}

static void work(int number) {
  if (number == EMPTY)
    return;
  assert(task[number] == 42);
  assert(add(&had[number], 1, relaxed) == 0);
}

static void *owner(void *unused) {
  (void)unused;
  push(0);
  push(1);
  work(take());
  return NULL;
}

static void *thief(void *unused) {
  (void)unused;
  work(steal());
  work(steal());
  return NULL;
}

int main(void) {
  RUN(owner, thief);
  return 0;
}
