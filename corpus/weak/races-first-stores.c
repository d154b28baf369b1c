// A thread begins with stores, which go into its buffer before it does anything else: they happen in its
// own order, and what is stored after a message is not told by it.
// case: --model sc --check races => verified
// case: --model tso --check races => verified
// case: --model pso --check races => verified
// case: --model ra => verified
// case: --model sc --check races -- -DLATE => error data-race
// case: --model tso --check races -- -DLATE => error data-race
// case: --model pso --check races -- -DLATE => error data-race
// case: --model ra -- -DLATE => error data-race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *unused) {
#ifndef LATE
  data = 1;
#endif
  atomic_store_explicit(&flag, 1, memory_order_release);
#ifdef LATE
  data = 1;
#endif
  return unused;
}

static void *reader(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire) == 1)
    data = 2;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
