// The head of a stack is an index and a number that changes with each push: both are exchanged at once, and a reader looks at
// the index alone.
// case: --model c11 => verified
// case: --model ra => verified
// case: --model sc => verified
// case: --model c11 -- -DPUSH=__ATOMIC_RELAXED => error data-race
// case: --model c11 -- -DLOOK=__ATOMIC_RELAXED => error data-race
// case: --model ra --no-check races -- -DAPART => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef PUSH
#define PUSH __ATOMIC_ACQ_REL
#endif
#ifndef LOOK
#define LOOK __ATOMIC_ACQUIRE
#endif

static union {
  uint64_t both;
  struct {
    uint32_t index, pushes;
  };
} head;

static int data[3];

static void push(uint32_t index) {
  data[index] = 10 * index;
#ifdef APART
  // The bug: the number is not exchanged together with the index.
  uint32_t pushes = __atomic_load_n(&head.pushes, __ATOMIC_RELAXED);
  __atomic_store_n(&head.index, index, __ATOMIC_RELEASE);
  __atomic_store_n(&head.pushes, pushes + 1, __ATOMIC_RELEASE);
#else
  uint64_t seen = __atomic_load_n(&head.both, __ATOMIC_RELAXED);
  uint64_t pushed;
  do
    pushed = ((seen >> 32) + 1) << 32 | index;
  while (!__atomic_compare_exchange_n(&head.both, &seen, pushed, 0, PUSH, __ATOMIC_RELAXED));
#endif
}

static void *pushes(void *unused) {
  push(1);
  return unused;
}

static void *looks(void *unused) {
  uint32_t index = __atomic_load_n(&head.index, LOOK);
  assert(data[index] == 10 * (int)index);
  return unused;
}

int main(void) {
  pthread_t pusher, looker;
  pthread_create(&pusher, NULL, pushes, NULL);
  pthread_create(&looker, NULL, looks, NULL);
  push(2);
  pthread_join(pusher, NULL);
  pthread_join(looker, NULL);
  assert(head.pushes == 2);
  return 0;
}
