// Test and test-and-set with a bounded number of attempts. The bug: the lock is taken with a store.
// case: => verified
// case: --check races => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int taken;
static int inside;

static bool try_lock(void) {
  for (int attempt = 0; attempt < 2; attempt++) {
    if (atomic_load_explicit(&taken, memory_order_relaxed))
      continue;
#ifdef BUG
    atomic_store(&taken, 1);
    return true;
#else
    if (!atomic_exchange_explicit(&taken, 1, memory_order_acquire))
      return true;
#endif
  }
  return false;
}

static void *visit(void *unused) {
  (void)unused;
  if (try_lock()) {
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&taken, 0, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, visit, NULL);
  pthread_create(&t2, NULL, visit, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
