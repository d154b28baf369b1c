// Local arrays and structures that no other thread can see: which of their bytes were written is known all the same.
// case: --model c11 => verified
// case: --model ra => verified
// case: --check uninitialized --model sc => verified
// case: --model c11 -- -DELEMENT => error uninitialized
// case: --model ra -- -DELEMENT => error uninitialized
// case: --check uninitialized --model tso -- -DELEMENT => error uninitialized
// case: --model c11 -- -DCOPIED => error uninitialized
// case: --model c11 -- -DAGAIN => error uninitialized
// case: --model c11 -- -DPASSED => error uninitialized
// case: --model c11 -- -DHALF => error uninitialized
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct pair {
  int first;
  int second;
};
struct bits {
  unsigned low : 3;
  unsigned high : 5;
};

static atomic_int chosen;

// An array that is filled by a loop, up to a number that another thread chooses.
static int sum(int filled) {
  int values[4];
  for (int i = 0; i < 4; i++)
    if (i < filled)
      values[i] = i;
  int total = 0;
#ifdef ELEMENT
  for (int i = 0; i < 4; i++)
#else
  for (int i = 0; i < filled; i++)
#endif
    total += values[i];
  return total;
}

// A copy is as undefined as the original, and copying is no use.
static int copied(void) {
  struct pair original, copy;
  original.first = 1;
  copy = original;
#ifdef COPIED
  return copy.second;
#else
  return copy.first;
#endif
}

static int take(struct pair pair, int both) { return both ? pair.first + pair.second : pair.first; }

// A structure is passed as one number.
static int passed(void) {
  struct pair pair;
  pair.first = 1;
#ifdef PASSED
  return take(pair, 1);
#else
  return take(pair, 0);
#endif
}

// Each call has a new array, with nothing of the one before.
static int again(int write) {
  int values[2];
  int at = write & 1;
#ifdef AGAIN
  if (write)
#endif
    values[at] = 1;
  return values[at];
}

// A unit of bit-fields is changed in parts.
static int fields(void) {
  struct bits bits;
  bits.low = 1;
  bits.high = 2;
  return bits.low + bits.high;
}

// Four bytes of which two were written.
static int half(void) {
  char bytes[4];
  memset(bytes, 0, 2);
#ifndef HALF
  bytes[2] = bytes[3] = 0;
#endif
  int whole;
  memcpy(&whole, bytes, 4);
  return whole + 1;
}

static void *choose(void *unused) {
  atomic_store_explicit(&chosen, 3, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, choose, NULL);
  int filled = atomic_load_explicit(&chosen, memory_order_relaxed);
  assert(sum(filled) == (filled ? 3 : 0));
  assert(copied() == 1 && passed() == 1 && fields() == 3 && half() == 1);
  assert(again(1) == 1 && again(0) == 1);
  pthread_join(thread, NULL);
  return 0;
}
