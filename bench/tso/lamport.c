// Lamport's fast mutual exclusion of two threads.
// From: Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1. Loop bound: 8.
// ENABLE_TSO_FENCES, ENABLE_PSO_FENCES: see fences.h.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "fences.h"

static volatile int x, y, b1, b2, X;

static void *thread_1(void *unused) {
  (void)unused;
  for (;;) {
    b1 = 1;
    x = 1;
    TF;
    if (y != 0) {
      b1 = 0;
      __VERIFIER_assume(y == 0);
      continue;
    }
    y = 1;
    TF;
    if (x != 1) {
      b1 = 0;
      __VERIFIER_assume(b2 < 1);
      if (y != 1) {
        __VERIFIER_assume(y == 0);
        continue;
      }
    }
    break;
  }
  X = 0;
  assert(X <= 0);
  PF;
  y = 0;
  b1 = 0;
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  for (;;) {
    b2 = 1;
    x = 2;
    TF;
    if (y != 0) {
      b2 = 0;
      __VERIFIER_assume(y == 0);
      continue;
    }
    y = 2;
    TF;
    if (x != 2) {
      b2 = 0;
      __VERIFIER_assume(b1 < 1);
      if (y != 2) {
        __VERIFIER_assume(y == 0);
        continue;
      }
    }
    break;
  }
  X = 1;
  assert(X >= 1);
  PF;
  y = 0;
  b2 = 0;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread_1, NULL);
  pthread_create(&t2, NULL, thread_2, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
