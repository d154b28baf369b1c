// fib-bench(N): two threads add each other's sum N times; main watches without waiting for them.
// From: SV-COMP (pthread/fib_bench); Abdulla et al., "Optimal Stateless Model Checking for
// Reads-From Equivalence under SC", table 1.
// N: rounds per thread (default 2). READ, WRITE: memory orders of loads and stores (default seq_cst).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef READ
#define READ memory_order_seq_cst
#endif
#ifndef WRITE
#define WRITE memory_order_seq_cst
#endif

static atomic_int i = 1, j = 1;

static void *add_to_i(void *unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    int a = atomic_load_explicit(&i, READ);
    int b = atomic_load_explicit(&j, READ);
    atomic_store_explicit(&i, a + b, WRITE);
  }
  return NULL;
}

static void *add_to_j(void *unused) {
  (void)unused;
  for (int k = 0; k < N; k++) {
    int a = atomic_load_explicit(&j, READ);
    int b = atomic_load_explicit(&i, READ);
    atomic_store_explicit(&j, a + b, WRITE);
  }
  return NULL;
}

static int fibonacci(int n) {
  int current = 0, next = 1;
  for (int k = 0; k < n; k++) {
    int sum = current + next;
    current = next;
    next = sum;
  }
  return current;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, add_to_i, NULL);
  pthread_create(&t2, NULL, add_to_j, NULL);
  int most = fibonacci(2 + 2 * N);
  int last_i = atomic_load_explicit(&i, READ);
  int last_j = atomic_load_explicit(&j, READ);
  assert(last_i <= most && last_j <= most);
  return 0;
}
