// Atomic accesses to a word and to its bytes, not ordered. A store of the word is seen as a whole or not at
// all. Additions to overlapping bytes take turns.
// case: => verified
// case: --model ra => verified complete=3 blocked=0
// case: --model ra -- -DBYTES => verified complete=3 blocked=0
// case: --model ra -- -DADD_WORDS => verified complete=2 blocked=0
// case: --model ra -- -DLOST => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint16_t word;
  uint8_t bytes[2];
} u;

#define LOAD(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define STORE(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define ADD(p, v) __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL)

static void *other(void *unused) {
#if defined BYTES
  STORE(&u.bytes[0], 1);
  STORE(&u.bytes[1], 1);
#elif defined LOST
  STORE(&u.word, 0x0100);
#else
  STORE(&u.word, 0x0101);
#endif
  return unused;
}

static void *adds(void *unused) {
  ADD(&u.word, 1);
  return unused;
}

int main(void) {
  pthread_t t;
#if defined ADD_WORDS
  pthread_create(&t, NULL, adds, NULL);
  ADD(&u.bytes[1], 1);
  pthread_join(t, NULL);
  assert(u.word == 0x0101);
#elif defined LOST
  pthread_create(&t, NULL, other, NULL);
  STORE(&u.bytes[0], 1);
  pthread_join(t, NULL);
  assert(u.word == 0x0101); // the store of the word may come last
#elif defined BYTES
  pthread_create(&t, NULL, other, NULL);
  uint16_t seen = LOAD(&u.word);
  assert(seen == 0 || seen == 0x0001 || seen == 0x0101);
#else
  pthread_create(&t, NULL, other, NULL);
  uint8_t first = LOAD(&u.bytes[0]);
  uint8_t second = LOAD(&u.bytes[1]);
  assert(first <= second);
#endif
  return 0;
}
