// A relaxed increment continues the release sequence that the reader acquires.
// case: --check races => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int state;

static void *producer(void *unused) {
  (void)unused;
  data = 1;
  atomic_store_explicit(&state, 1, memory_order_release);
  return NULL;
}

static void *helper(void *unused) {
  (void)unused;
  int one = 1;
  atomic_compare_exchange_strong_explicit(&state, &one, 2, memory_order_relaxed, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, producer, NULL);
  pthread_create(&t2, NULL, helper, NULL);
  if (atomic_load_explicit(&state, memory_order_acquire) == 2)
    assert(data == 1);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
