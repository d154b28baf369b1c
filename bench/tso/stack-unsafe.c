// One thread pushes, one pops, under a lock; the popper trusts a flag that is never taken back.
// From: SV-COMP; Abdulla et al., "Stateless Model Checking for TSO and PSO", table 1.
// N: rounds per thread (default 5).
#include "stack.h"

static int flag;

static void *pusher(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    lock(0);
    if (!push(42 % N))
      assert(0);
    flag = 1;
    unlock(0);
  }
  return NULL;
}

static void *popper(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    lock(1);
    if (flag) {
      if (!pop())
        assert(0);
    }
    unlock(1);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, pusher, NULL);
  pthread_create(&t2, NULL, popper, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
