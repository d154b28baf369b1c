// The common part of the four fib programs: two threads add each other's sum N times.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static volatile int i = 1, j = 1;

static void *add_to_i(void *unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    int a = i;
    int b = j;
    i = a + b;
  }
  return NULL;
}

static void *add_to_j(void *unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    int a = j;
    int b = i;
    j = a + b;
  }
  return NULL;
}

// The largest sum that any interleaving reaches: 144 for N = 5.
static int maximum(void) {
  int current = 0, next = 1;
  for (int k = 0; k < 2 + 2 * N; k++) {
    int sum = current + next;
    current = next;
    next = sum;
  }
  return current;
}
