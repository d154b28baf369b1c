// fences(N): N threads with a sequentially consistent fence each, between accesses to variables of their own.
// N: threads (default 8).
//
// The order of fences is no part of a class under C11: one execution. (The published numbers for Release-Acquire count
// fences as read-modify-writes: N!.)
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 8
#endif

static atomic_int x[N];

static void *user(void *number) {
  long i = (long)number;
  atomic_store_explicit(&x[i], 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  (void)atomic_load_explicit(&x[i], memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, user, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
