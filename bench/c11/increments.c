// increments(N): N threads increment a counter: `ainc` of Kokologiannakis, Lahav, Sagonas and Vafeiadis,
// "Effective Stateless Model Checking for C/C++ Concurrency" (POPL 2018).
// N: threads (default 5).
//
// Read-modify-writes of one variable are a chain, with any orders: N! classes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int counter;

static void *user(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, user, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load_explicit(&counter, memory_order_relaxed) == N);
  return 0;
}
