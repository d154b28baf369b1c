// Threads start threads: a tree of six, with all orders of their writes.
// case: => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int leaves;

static void *grow(void *argument) {
  intptr_t depth = (intptr_t)argument;
  if (depth == 0) {
    atomic_fetch_add(&leaves, 1);
    return NULL;
  }
  pthread_t left, right;
  pthread_create(&left, NULL, grow, (void *)(depth - 1));
  pthread_create(&right, NULL, grow, (void *)(depth - 1));
  pthread_join(left, NULL);
  pthread_join(right, NULL);
  return NULL;
}

int main(void) {
  grow((void *)2);
  assert(atomic_load(&leaves) == 4);
  return 0;
}
