// Dekker's mutual exclusion of two threads.
// From: Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1. Loop bound: 10.
// ENABLE_TSO_FENCES, ENABLE_PSO_FENCES: see fences.h.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "fences.h"

static volatile int flag1, flag2, turn, x;

static void *thread_1(void *unused) {
  (void)unused;
  flag1 = 1;
  TF;
  while (flag2 >= 1) {
    if (turn != 0) {
      flag1 = 0;
      __VERIFIER_assume(turn == 0);
      flag1 = 1;
      TF;
    }
  }
  x = 0;
  assert(x <= 0);
  PF;
  turn = 1;
  flag1 = 0;
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  flag2 = 1;
  TF;
  while (flag1 >= 1) {
    if (turn != 1) {
      flag2 = 0;
      __VERIFIER_assume(turn == 1);
      flag2 = 1;
      TF;
    }
  }
  x = 1;
  assert(x >= 1);
  PF;
  turn = 0;
  flag2 = 0;
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
