// A reader-writer lock as a biased counter.
// case: => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define BIAS 0x100000
static atomic_int lock = BIAS;
static int shared, seen;
static int read_trylock(void) {
  int v = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);
  if (v > 0)
    return 1;
  atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
  return 0;
}
static int write_trylock(void) {
#ifdef BUG
  int v = atomic_load(&lock);
  if (v > 0) {
    atomic_fetch_sub(&lock, BIAS);
    return 1;
  }
  return 0;
#else
  int v = atomic_fetch_sub_explicit(&lock, BIAS, memory_order_acquire);
  if (v == BIAS)
    return 1;
  atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
  return 0;
#endif
}
static void *reader(void *a) {
  if (read_trylock()) {
    int x = shared, y = shared;
    assert(x == y);
    atomic_fetch_add_explicit(&lock, 1, memory_order_release);
  }
  return a;
}
static void *writer(void *a) {
  if (write_trylock()) {
    shared = 1;
    shared = 2;
    seen = shared;
    atomic_fetch_add_explicit(&lock, BIAS, memory_order_release);
  }
  return a;
}
int main(void) {
  pthread_t r, w;
  pthread_create(&r, 0, reader, 0);
  pthread_create(&w, 0, writer, 0);
  pthread_join(r, 0);
  pthread_join(w, 0);
}
