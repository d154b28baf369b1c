// chain(N): one thread writes N variables in order, another one reads them in the opposite order.
// Message passing, as the litmus test MP (chain(2)) of Maranget, Sarkar and Sewell, "A Tutorial Introduction to
// the ARM and POWER Relaxed Memory Models".
// N: variables (default 5). WRITE, READ: memory orders (default release and acquire).
//
// Relaxed, every combination of old and new values is a class: 2^N. With release and acquire, all variables behind a new value
// are new: N + 1.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif
#ifndef WRITE
#define WRITE memory_order_release
#endif
#ifndef READ
#define READ memory_order_acquire
#endif

static atomic_int x[N];

static void *writer(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++)
    atomic_store_explicit(&x[i], 1, WRITE);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  for (int i = N - 1; i >= 0; i--)
    (void)atomic_load_explicit(&x[i], READ);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, writer, NULL);
  pthread_create(&t2, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
