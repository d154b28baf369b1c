// Szymanski's mutual exclusion of two threads.
// From: Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1.
// ENABLE_TSO_FENCES, ENABLE_PSO_FENCES: see fences.h.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "fences.h"

static volatile int flag1, flag2, x;

static void *thread_1(void *unused) {
  (void)unused;
  flag1 = 1;
  TF;
  __VERIFIER_assume(flag2 < 3);
  flag1 = 3;
  TF;
  if (flag2 == 1) {
    flag1 = 2;
    TF;
    __VERIFIER_assume(flag2 == 4);
  }
  flag1 = 4;
  TF;
  __VERIFIER_assume(flag2 < 2);
  x = 0;
  assert(x <= 0);
  PF;
  __VERIFIER_assume(flag2 < 2 || flag2 > 3);
  flag1 = 0;
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  flag2 = 1;
  TF;
  __VERIFIER_assume(flag1 < 3);
  flag2 = 3;
  TF;
  if (flag1 == 1) {
    flag2 = 2;
    TF;
    __VERIFIER_assume(flag1 == 4);
  }
  flag2 = 4;
  TF;
  __VERIFIER_assume(flag1 < 2);
  x = 1;
  assert(x >= 1);
  PF;
  __VERIFIER_assume(flag1 < 2 || flag1 > 3);
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
