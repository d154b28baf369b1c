// The deque of chase-lev-deque.c as it was published, with circular arrays that grow: old tasks are copied to a larger array,
// and slots are used again.
//
// The orders of the last element's race are stronger than C++20 needs.
// * The thief's look at the top acquires, and a sequentially consistent fence follows at once, which acquires as well.
// * The owner's look at the top before it stores a task acquires, and the exchanges release. That keeps a thief from reading the
//   task that the owner puts into its slot later: a cycle of program order and reads-from, which c11 leaves out anyway.
// * The exchanges were sequentially consistent for the rules of C11: a fence there orders only what stands before it in its own
//   thread, and a thief may have the top from another thief. Since C++20, and in RC11, what a thread has read before its
//   fence is in the fence's order, too: the owner's read of an older top, the exchange, the thief's read.
// case: --model c11 => verified
// case: --model c11 -- -DTHIEVES=2 => verified
// case: --model c11 -- -DTOP=relaxed -DOWNED=relaxed -DSTOLEN=relaxed => verified
// case: --model c11 -- -DTOP=relaxed -DOWNED=relaxed -DSTOLEN=relaxed -DTHIEVES=2 => verified
// case: --model c11 -- -DTOP=relaxed -DOWNED=relaxed -DSTOLEN=relaxed -DSIZE=2 -DAROUND => verified
// case: --model c11 -- -DGROWN=relaxed => error
// case: --model c11 -- -DARRAY=relaxed => error
// case: --model c11 -- -DTAKE=acq_rel => error
// case: --model c11 -- -DSTEAL=acq_rel => error
// case: --model c11 -- -DPUSH=relaxed => error
// case: --model c11 -- -DBOTTOM=relaxed => error
#include "c11.h"

// The looks at the top: the owner's before it pushes, and the thief's.
#ifndef TOP
#define TOP acquire
#endif
// The exchanges that take the last task, and that steal one.
#ifndef OWNED
#define OWNED seq_cst
#endif
#ifndef STOLEN
#define STOLEN seq_cst
#endif
#ifndef TAKE
#define TAKE seq_cst
#endif
#ifndef STEAL
#define STEAL seq_cst
#endif
#ifndef PUSH
#define PUSH release
#endif
#ifndef BOTTOM
#define BOTTOM acquire
#endif
// The new array, and the thief's look at it (published as consume).
#ifndef GROWN
#define GROWN release
#endif
#ifndef ARRAY
#define ARRAY acquire
#endif
#ifndef SIZE
#define SIZE 1
#endif
#ifndef THIEVES
#define THIEVES 1
#endif

#define EMPTY -1

struct array {
  int size;
  atomic_int slots[4];
};
static struct array small = {.size = SIZE};
static _Atomic(struct array *) array = &small;
static atomic_int top, bottom;
static int task[4];
static atomic_int had[4];

static atomic_int *slot(struct array *a, int at) { return &a->slots[at % a->size]; }

static struct array *grow(struct array *old, int from, int to) {
  struct array *new = malloc(sizeof *new);
  new->size = 2 * old->size;
  for (int i = from; i < to; i++)
    store(slot(new, i), load(slot(old, i), relaxed), relaxed);
  store(&array, new, GROWN);
  return new;
}

static void push(int number) {
  int b = load(&bottom, relaxed);
  int t = load(&top, TOP);
  struct array *a = load(&array, relaxed);
  if (b - t >= a->size)
    a = grow(a, t, b);
  task[number] = 42;
  store(slot(a, b), number, relaxed);
  fence(PUSH);
  store(&bottom, b + 1, relaxed);
}

static int take(void) {
  int b = load(&bottom, relaxed) - 1;
  struct array *a = load(&array, relaxed);
  store(&bottom, b, relaxed);
  fence(TAKE);
  int t = load(&top, relaxed);
  if (t > b) {
    store(&bottom, b + 1, relaxed);
    return EMPTY;
  }
  int number = load(slot(a, b), relaxed);
  if (t == b) {
    if (!cas(&top, &t, t + 1, OWNED, relaxed))
      number = EMPTY;
    store(&bottom, b + 1, relaxed);
  }
  return number;
}

static int steal(void) {
  int t = load(&top, TOP);
  fence(STEAL);
  int b = load(&bottom, BOTTOM);
  if (t >= b)
    return EMPTY;
  struct array *a = load(&array, ARRAY);
  int number = load(slot(a, t), relaxed);
  return cas(&top, &t, t + 1, STOLEN, relaxed) ? number : EMPTY;
}

static void work(int number) {
  if (number == EMPTY)
    return;
  assert(task[number] == 42);
  assert(add(&had[number], 1, relaxed) == 0);
}

static void *owner(void *unused) {
  push(0);
  push(1);
  work(take());
#ifdef AROUND
  work(take());
  push(2);
#endif
  push(3);
  work(take());
  return unused;
}

static void *thief(void *unused) {
  for (int i = 0; i <= 2 - THIEVES; i++)
    work(steal());
  return unused;
}

int main(void) {
#if THIEVES == 2
  RUN(owner, thief, thief);
#else
  RUN(owner, thief);
#endif
  return 0;
}
