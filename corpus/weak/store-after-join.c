// A store right after a join goes into the buffer like any other: store buffering fails then.
// case: --model sc => verified complete=3 blocked=0
// case: --model tso => error assertion
// case: --model pso => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void *nothing(void *unused) {
  (void)unused;
  return NULL;
}

static void *other(void *unused) {
  (void)unused;
  atomic_store(&y, 1);
  seen_x = atomic_load_explicit(&x, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, nothing, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
  pthread_join(second, NULL);
  assert(seen_x == 1 || seen_y == 1);
  return 0;
}
