// A sequence lock; -DBUG forgets the second look at the sequence.
// case: => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint seq;
static atomic_int a, b;
static void *writer(void *u) {
  atomic_fetch_add(&seq, 1);
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  atomic_store_explicit(&b, 1, memory_order_relaxed);
  atomic_fetch_add(&seq, 1);
  return u;
}
static void *reader(void *u) {
  unsigned s = atomic_load(&seq);
  if (s & 1)
    return u;
  int x = atomic_load_explicit(&a, memory_order_relaxed),
      y = atomic_load_explicit(&b, memory_order_relaxed);
#ifndef BUG
  if (atomic_load(&seq) != s)
    return u;
#endif
  assert(x == y);
  return u;
}
int main(void) {
  pthread_t r, w;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
}
