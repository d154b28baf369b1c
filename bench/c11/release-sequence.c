// release-sequence(N): one thread publishes data, N threads increment the flag, and the last one reads the flag and, if it
// is larger than 0, the data.
// After the release sequences of Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing Sequential Consistency in C/C++11"
// (PLDI 2017), section 3.
// N: threads that increment (default 3).
//
// Each increment is in the chain behind the initial value or in that behind the store: (N + 1)! ways. The reader takes one
// of N + 2 writes: (N + 2)! classes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int flag;
static int data;

static void *publisher(void *unused) {
  (void)unused;
  data = 42;
  atomic_store_explicit(&flag, 100, memory_order_release);
  return NULL;
}

static void *incrementer(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&flag, memory_order_acquire) >= 100)
    assert(data == 42);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 2];
  pthread_create(&threads[0], NULL, publisher, NULL);
  for (int i = 1; i <= N; i++)
    pthread_create(&threads[i], NULL, incrementer, NULL);
  pthread_create(&threads[N + 1], NULL, reader, NULL);
  for (int i = 0; i < N + 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
