// n-writers-a-reader(N): N writes to one variable, and one read.
// From: Abdulla et al., "Optimal Stateless Model Checking under the Release-Acquire Semantics", table 4.
// N: number of writers (default 7).
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 7
#endif

static atomic_int x;

static void *writer(void *argument) {
  int id = (int)(intptr_t)argument;
  atomic_store_explicit(&x, id, memory_order_release);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int a = atomic_load_explicit(&x, memory_order_acquire);
  (void)a;
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  for (int i = 1; i <= N; i++)
    pthread_create(&threads[i], NULL, writer, (void *)(intptr_t)i);
  pthread_create(&threads[0], NULL, reader, NULL);
  return 0;
}
