// A spin lock with a pause instruction, an assertion inside, and a bound that is not needed.
// case: => verified
// case: -- -DBROKEN => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int lock;
static int shared;
static void acquire(void) {
#ifdef BROKEN
  while (atomic_load(&lock))
    __builtin_ia32_pause();
  atomic_store(&lock, 1);
#else
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
    __builtin_ia32_pause();
#endif
}
static void release(void) {
  atomic_store_explicit(&lock, 0, memory_order_release);
}
static void *t(void *a) {
  acquire();
  shared = (int)(long)a;
  int r = shared;
  assert(r == (int)(long)a);
  release();
  return 0;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, t, (void *)1);
  pthread_create(&y, 0, t, (void *)2);
  pthread_join(x, 0);
  pthread_join(y, 0);
}
