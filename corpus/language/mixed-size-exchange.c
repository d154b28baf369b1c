// A read-modify-write of a word beside a store to one of its bytes: what it adds to the first byte is
// overwritten or not, what it adds to the second one is there or not.
// case: => verified complete=3
// case: --model ra --no-check races => verified complete=4
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint8_t bytes[4];
} u;

static void *add(void *unused) {
  __atomic_fetch_add(&u.word, 0x0101, __ATOMIC_SEQ_CST);
  return unused;
}

static void *store(void *unused) {
  __atomic_store_n(&u.bytes[0], 7, __ATOMIC_SEQ_CST);
  uint32_t seen = __atomic_load_n(&u.word, __ATOMIC_SEQ_CST);
  assert(seen == 0x0007 || seen == 0x0107 || seen == 0x0108);
  return unused;
}

int main(void) {
  pthread_t adder, storer;
  pthread_create(&storer, NULL, store, NULL);
  pthread_create(&adder, NULL, add, NULL);
  pthread_join(adder, NULL);
  pthread_join(storer, NULL);
  return 0;
}
