// Atomic accesses to a whole word happen at once, also where others access its halves: no load sees a half of a store, and two
// stores, or two additions, do not leave a half each. Halves alone may be seen in any order.
// case: -- -DLOAD => verified
// case: --model ra -- -DLOAD => verified
// case: --model c11 -- -DLOAD => verified
// case: -- -DSTORES => verified
// case: --model ra -- -DSTORES => verified
// case: --model c11 -- -DSTORES => verified
// case: --model ra -- -DADD => verified
// case: --model c11 -- -DADD => verified
// case: -- -DHALVES => verified
// case: --model c11 -- -DHALVES => error assertion
// case: --model ra -- -DEXCHANGE => verified
// case: --model c11 -- -DEXCHANGE => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static union {
  _Atomic uint32_t word;
  struct {
    _Atomic uint16_t low, high;
  } half;
} x;
#define RELAXED memory_order_relaxed
static void *first(void *unused) {
#if defined(LOAD) || defined(STORES)
  atomic_store_explicit(&x.word, 0x10001, RELAXED);
#elif defined(ADD)
  atomic_fetch_add_explicit(&x.word, 0x10001, RELAXED);
#elif defined(EXCHANGE)
  uint32_t old = 0;
  if (atomic_compare_exchange_strong_explicit(&x.word, &old, 0x10001, RELAXED, RELAXED))
    return (void *)1;
  assert(old == 0x20002);
#else
  atomic_store_explicit(&x.half.low, 1, RELAXED);
  atomic_store_explicit(&x.half.high, 1, RELAXED);
#endif
  return unused;
}
static void *second(void *unused) {
#ifdef STORES
  atomic_store_explicit(&x.word, 0x20002, RELAXED);
#elif defined(ADD)
  atomic_fetch_add_explicit(&x.half.low, 1, RELAXED);
#elif defined(EXCHANGE)
  uint32_t old = 0;
  if (atomic_compare_exchange_strong_explicit(&x.word, &old, 0x20002, RELAXED, RELAXED))
    return (void *)1;
  assert(old == 0x10001);
#elif defined(HALVES)
  int high = atomic_load_explicit(&x.half.high, RELAXED), low = atomic_load_explicit(&x.half.low, RELAXED);
  assert(!high || low);
#else
  uint32_t seen = atomic_load_explicit(&x.word, RELAXED);
  assert(seen == 0 || seen == 0x10001);
#endif
  return unused;
}
static void *third(void *unused) {
  atomic_load_explicit(&x.half.low, RELAXED);
  return unused;
}
int main(void) {
  pthread_t a, b, c;
  void *won, *also;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, &won);
  pthread_join(b, &also);
  pthread_join(c, 0);
  uint32_t end = atomic_load_explicit(&x.word, RELAXED);
#ifdef STORES
  assert(end == 0x10001 || end == 0x20002);
#elif defined(ADD)
  assert(end == 0x10002);
#elif defined(EXCHANGE)
  assert((won != 0) + (also != 0) == 1);
  assert(end == (won ? 0x10001 : 0x20002));
#else
  assert(end == 0x10001);
#endif
}
