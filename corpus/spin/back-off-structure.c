// A back-off that lives in a structure, filled with zeros, whose function counts and pauses longer and longer.
// case: --model c11 => verified
// case: --model sc => verified
// case: --model c11 -- -DBUG => error data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
struct backoff {
  unsigned rounds, pauses;
};
static atomic_uint word;
static int count;
#ifdef BUG
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
static void back_off(struct backoff *b) {
  if (b->rounds < 10) {
    for (unsigned i = 0; i < 1u << b->rounds; i++)
      __builtin_ia32_pause();
  } else {
    sched_yield();
  }
  b->rounds++;
}
static void take(void) {
  struct backoff b = {0};
  for (;;) {
    unsigned seen = atomic_load_explicit(&word, memory_order_relaxed);
    if (seen == 0 && atomic_compare_exchange_weak_explicit(&word, &seen, 1, ACQUIRE, memory_order_relaxed))
      return;
    back_off(&b);
  }
}
static void *work(void *unused) {
  take();
  count++;
  atomic_store_explicit(&word, 0, memory_order_release);
  return unused;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(count == 2);
}
