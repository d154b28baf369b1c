// approxds-append(N): N threads append to an array that loses elements when they race.
// From: Rinard, "Parallel Synchronization-Free Approximate Data Structure Construction"; Abdulla et
// al., "Optimal Stateless Model Checking for Reads-From Equivalence under SC", table 6.
// N: number of threads (default 4); the array has N-2 slots.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif
#define SLOTS (N - 2)

static struct {
  atomic_int elements[SLOTS];
  atomic_int next;
} list;

static void append(int element) {
  int i = atomic_load(&list.next);
  if (i >= SLOTS)
    return;
  atomic_store(&list.elements[i], element);
  atomic_store(&list.next, i + 1);
}

static bool pop(int *element) {
  int i = atomic_load(&list.next);
  do {
    if (i == 0)
      return false;
    *element = atomic_load(&list.elements[i - 1]);
  } while (atomic_load(&list.next) != i);
  atomic_store(&list.next, i - 1);
  return true;
}

static void *appender(void *argument) {
  append((int)(intptr_t)argument);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, appender, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  int element;
  while (pop(&element))
    assert(0 <= element && element < N);
  return 0;
}
