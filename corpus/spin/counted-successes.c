// Loops that count what they got: a round that gets nothing leaves the counter alone, whatever it is by then.
// case: => verified complete=2
// case: --model c11 => verified complete=2
// case: --model tso => verified
// case: --model c11 -- -DFORM=2 => verified complete=2
// case: --model c11 -- -DFORM=3 => verified complete=2
// case: --model c11 -- -DFORM=4 => verified complete=2
// case: --model c11 -- -DFORM=5 => verified
// case: -- -DBUG => error assertion
// case: --model c11 -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef FORM
#define FORM 1
#endif
#ifdef BUG
#define FIRST 2
#else
#define FIRST 1
#endif

static atomic_uint head, tail;
static int ring[4];

static void push(int value) {
  unsigned end = atomic_load_explicit(&tail, memory_order_relaxed);
  ring[end % 4] = value;
  atomic_store_explicit(&tail, end + 1, memory_order_release);
}

static bool pop(int *value) {
  unsigned begin = atomic_load_explicit(&head, memory_order_relaxed);
  if (begin == atomic_load_explicit(&tail, memory_order_acquire))
    return false;
  *value = ring[begin % 4];
  atomic_store_explicit(&head, begin + 1, memory_order_release);
  return true;
}

static void *produce(void *unused) {
  push(FIRST);
  push(2);
  return unused;
}

static void consume(void) {
  int value;
#if FORM == 1
  for (int got = 0; got < 2;) {
    if (pop(&value)) {
      got++;
      assert(value == got);
    }
  }
#elif FORM == 2 // the number and the sum
  int sum = 0;
  for (int left = 2; left > 0;)
    if (pop(&value)) {
      sum += value;
      left--;
    }
  assert(sum == 3);
#elif FORM == 3 // the rounds go on elsewhere
  int got = 0;
  while (got < 2) {
    if (!pop(&value))
      continue;
    got++;
    assert(value == got);
  }
#elif FORM == 4 // a last value that nobody has asked for yet
  int last = 0;
  while (last != 2)
    if (pop(&value)) {
      assert(value == last + 1);
      last = value;
    }
#elif FORM == 5 // each of two is waited for, in any order
  bool first = false, second = false;
  while (!first || !second) {
    if (!first && atomic_load_explicit(&tail, memory_order_acquire) >= 1)
      first = true;
    if (!second && atomic_load_explicit(&tail, memory_order_acquire) >= 2)
      second = true;
  }
  assert(ring[0] == 1 && ring[1] == 2);
#endif
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  consume();
  pthread_join(producer, NULL);
}
