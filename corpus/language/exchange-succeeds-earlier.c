// A compare-exchange of a word fails after a store to one byte and succeeds before it, and another thread loads the other
// byte. If it succeeds, the load comes before or after it; if it fails, the two have nothing to do with each other.
// case: --model sc => verified complete=3
// case: --model sc -- -DOLD => error assertion
// case: --model sc -- -DNEW => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint16_t word;
  uint8_t bytes[2];
} u;

static int exchanged;
static uint8_t seen;

static void *store(void *unused) {
  __atomic_store_n(&u.bytes[0], 1, __ATOMIC_SEQ_CST);
  return unused;
}

static void *exchange(void *unused) {
  uint16_t expected = 0;
  exchanged = __atomic_compare_exchange_n(&u.word, &expected, 0x0101, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return unused;
}

static void *load(void *unused) {
  seen = __atomic_load_n(&u.bytes[1], __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t storer, exchanger, loader;
  pthread_create(&storer, NULL, store, NULL);
  pthread_create(&exchanger, NULL, exchange, NULL);
  pthread_create(&loader, NULL, load, NULL);
  pthread_join(storer, NULL);
  pthread_join(exchanger, NULL);
  pthread_join(loader, NULL);
#ifdef OLD
  assert(!exchanged || seen == 1);
#elif defined NEW
  assert(!exchanged || seen == 0);
#else
  assert(exchanged || seen == 0);
#endif
  return 0;
}
