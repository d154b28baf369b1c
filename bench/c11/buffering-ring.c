// buffering-ring(N): thread i writes variable i and reads the next one, around a ring.
// Store buffering (N = 2) and 3.SB (N = 3) of the litmus literature.
// N: threads (default 5). WRITE, READ: memory orders (default seq_cst); FENCE: order of a fence between them.
//
// 2^N classes; sequentially consistent accesses or fences forbid the one in which everybody reads the old value.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif
#ifndef WRITE
#define WRITE memory_order_seq_cst
#endif
#ifndef READ
#define READ memory_order_seq_cst
#endif

static atomic_int x[N];

static void *user(void *number) {
  long i = (long)number;
  atomic_store_explicit(&x[i], 1, WRITE);
#ifdef FENCE
  atomic_thread_fence(FENCE);
#endif
  (void)atomic_load_explicit(&x[(i + 1) % N], READ);
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
