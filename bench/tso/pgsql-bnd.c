// The latches of PostgreSQL with bounded loops: two workers wake each other at most N times.
// From: Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1.
// N: rounds, and looks at the latch per round (default 4). ENABLE_PSO_FENCES makes it right.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "fences.h"

#ifndef N
#define N 4
#endif

static volatile bool latch1 = true, flag1 = true, latch2, flag2;

static void *worker_1(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    for (int j = 0; !latch1 && j < N; j++)
      ;
    if (!latch1)
      return NULL;
    assert(!latch1 || flag1);
    latch1 = false;
    if (flag1) {
      flag1 = false;
      flag2 = true;
      PF;
      latch2 = true;
    }
  }
  return NULL;
}

static void *worker_2(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    for (int j = 0; !latch2 && j < N; j++)
      ;
    if (!latch2)
      return NULL;
    assert(!latch2 || flag2);
    latch2 = false;
    if (flag2) {
      flag2 = false;
      flag1 = true;
      PF;
      latch1 = true;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker_1, NULL);
  pthread_create(&t2, NULL, worker_2, NULL);
  return 0;
}
