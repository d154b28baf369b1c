// A ring whose next index is chosen: the loop that waits for room compares what it reads with a value that came by two ways.
// case: --model c11 => verified
// case: --model sc => verified
// case: --model tso => verified
// case: --model c11 -- -DBUG => error assertion
// case: --model sc -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define SIZE 3
static atomic_size_t written, read;
static int ring[SIZE];

static size_t next(size_t index) { return ++index >= SIZE ? index - SIZE : index; }

static bool push(int value) {
  size_t at = atomic_load_explicit(&written, memory_order_relaxed);
#ifndef BUG
  if (next(at) == atomic_load_explicit(&read, memory_order_acquire))
    return false;
#endif
  ring[at] = value;
  atomic_store_explicit(&written, next(at), memory_order_release);
  return true;
}

static bool pop(int *value) {
  size_t end = atomic_load_explicit(&written, memory_order_acquire);
  size_t at = atomic_load_explicit(&read, memory_order_relaxed);
  if (at == end)
    return false;
  *value = ring[at];
  atomic_store_explicit(&read, next(at), memory_order_release);
  return true;
}

static void *produce(void *unused) {
  for (int i = 1; i <= 4; i++)
    while (!push(i))
      ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  for (int i = 1; i <= 4; i++) {
    int value;
    while (!pop(&value))
      ;
    assert(value == i);
  }
  pthread_join(thread, NULL);
}
