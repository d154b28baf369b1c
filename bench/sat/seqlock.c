// Sequence lock: one writer, two readers, no retries.
// From: Demsky and Lam, "SATCheck: SAT-Directed Stateless Model Checking for SC and TSO", table 1.
// N: operations per thread (default 1).
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif
#define READ memory_order_acquire
#define WRITE memory_order_release

static atomic_int seq, data;

static void *writer(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
    int s = atomic_load_explicit(&seq, READ);
    if (s % 2 == 1)
      continue;
    if (!atomic_compare_exchange_strong(&seq, &s, s + 1))
      continue;
    atomic_store_explicit(&data, 30, WRITE);
    atomic_fetch_add(&seq, 1);
  }
  return NULL;
}

static int read_once(void) {
  int s = atomic_load_explicit(&seq, READ);
  if (s % 2 == 1)
    return -1;
  int v = atomic_load_explicit(&data, READ);
  return atomic_load_explicit(&seq, READ) == s ? v : -1;
}

static void *reader(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++)
    read_once();
  return NULL;
}

int main(void) {
  pthread_t w, r1, r2;
  atomic_store(&seq, 0);
  atomic_store(&data, 10);
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r1, NULL, reader, NULL);
  pthread_create(&r2, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r1, NULL);
  pthread_join(r2, NULL);
  return 0;
}
