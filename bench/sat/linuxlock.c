// CAS spinlock: threads try to take a lock once per round, without waiting for it.
// From: Demsky and Lam, "SATCheck: SAT-Directed Stateless Model Checking for SC and TSO", table 1.
// N: rounds per thread (default 4). THREADS: number of threads (default 2).
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif
#ifndef THREADS
#define THREADS 2
#endif

static atomic_int lock;

static void *work(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    int free = 0;
    if (atomic_compare_exchange_strong(&lock, &free, 1))
      atomic_store_explicit(&lock, 0, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  atomic_store(&lock, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
