// Loops that call a function which gives its result by an address, and says by its value whether there is one.
// case: => verified
// case: --model tso => verified
// case: --model c11 => verified
// case: --model c11 -- -DCOUNT => verified
// case: -- -DCOUNT => verified
// case: --model c11 -- -DUNCHECKED => error uninitialized line=60
// case: --check uninitialized -- -DUNCHECKED => error uninitialized line=60
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 2

static int slots[SIZE];
static unsigned head, left = 2;
static atomic_uint tail;

static void give(int value) {
  unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
  slots[at % SIZE] = value;
  atomic_store_explicit(&tail, at + 1, memory_order_release);
}

static bool take(int *value) {
  unsigned at = head;
  if (atomic_load_explicit(&tail, memory_order_acquire) == at)
    return false;
  *value = slots[at % SIZE];
  head = at + 1;
  return true;
}

// As many as there are, up to a number.
static unsigned claim(unsigned most, unsigned *first) {
  unsigned at = head;
  unsigned there = atomic_load_explicit(&tail, memory_order_acquire) - at;
  unsigned count = there < most ? there : most;
  if (count == 0)
    return 0;
  *first = at;
  head = at + count;
  return count;
}

static int sum;

static void run(void) {
#ifdef COUNT
  unsigned first, count = claim(1, &first);
  if (count) {
    sum += slots[first % SIZE];
    left -= count;
  }
#else
  int value;
#ifdef UNCHECKED
  take(&value);
  sum += value;
#else
  if (take(&value)) {
    sum += value;
    left--;
  }
#endif
#endif
}

static void *giver(void *unused) {
  give(1);
  give(2);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, giver, NULL);
  while (left)
    run();
  pthread_join(other, NULL);
  assert(sum == 3);
}
