// Dekker's critical section, without fences; nothing is asserted.
// From: Demsky and Lam, "SATCheck: SAT-Directed Stateless Model Checking for SC and TSO", table 1.
// N: critical sections per thread (default 2).
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static volatile int flag0, flag1, turn, var;

static void *p0(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    flag0 = 1;
    while (flag1 != 0) {
      if (turn != 0) {
        flag0 = 0;
        while (turn != 0)
          sched_yield();
        flag0 = 1;
      } else {
        sched_yield();
      }
    }
    var = 1;
    turn = 1;
    flag0 = 0;
  }
  return NULL;
}

static void *p1(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    flag1 = 1;
    while (flag0 != 0) {
      if (turn == 0) {
        flag1 = 0;
        while (turn == 0)
          sched_yield();
        flag1 = 1;
      } else {
        sched_yield();
      }
    }
    var = 2;
    turn = 0;
    flag1 = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  flag0 = 0;
  flag1 = 0;
  turn = 0;
  pthread_create(&t0, NULL, p0, NULL);
  pthread_create(&t1, NULL, p1, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
