// Another thread stores to the word of a spin lock without holding it. If it stores 1, the lock may never be
// free again; if it stores 0, the lock is free in the end.
// case: => error livelock rf=unsupported
// case: --model tso => error livelock rf=unsupported
// case: --model pso => error livelock rf=unsupported
// case: --model ra => error livelock
// case: --model c11 => error livelock
// case: --model c11 -- -DORDER=memory_order_relaxed => error livelock
// case: --model ra -- -DVALUE=0 => verified
// case: --model c11 -- -DORDER=memory_order_relaxed -DVALUE=0 => verified
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif
#ifndef VALUE
#define VALUE 1
#endif

atomic_int word;

static void *lock(void *unused) {
  int expected = 0;
  while (!atomic_compare_exchange_strong_explicit(&word, &expected, 2, ORDER, memory_order_relaxed))
    expected = 0;
  return NULL;
}

static void *store(void *unused) {
  atomic_store_explicit(&word, VALUE, ORDER);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, lock, NULL);
  pthread_create(&b, NULL, store, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
