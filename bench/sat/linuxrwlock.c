// Reader-writer lock of Linux: threads try to take it for writing by taking its whole bias.
// From: Demsky and Lam, "SATCheck: SAT-Directed Stateless Model Checking for SC and TSO", table 1.
// N: rounds per thread (default 3).
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#define BIAS 0x00100000

static atomic_int lock;

static void *work(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    if (atomic_fetch_sub(&lock, BIAS) == BIAS)
      atomic_fetch_add(&lock, BIAS); // got it: release
    else
      atomic_fetch_add(&lock, BIAS); // did not get it: undo
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  atomic_store(&lock, BIAS);
  pthread_create(&t1, NULL, work, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
