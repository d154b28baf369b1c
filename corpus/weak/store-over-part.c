// A store to a half of a word that was stored to before: never there before the word is. Two halves are stored in any order
// under PSO.
// case: => verified
// case: --model tso => verified
// case: --model pso => verified
// case: -- -DORDER => verified
// case: --model tso -- -DORDER => verified
// case: --model pso -- -DORDER => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static union {
  uint64_t word;
  struct {
    uint32_t low, high;
  } half;
} m;
static void *writer(void *unused) {
  m.word = UINT64_C(0x100000001);
  m.half.high = 2;
  m.half.low = 2;
  return unused;
}
static void *reader(void *unused) {
  uint32_t low = m.half.low;
  uint32_t high = m.half.high;
#ifdef ORDER
  assert(!(low == 2 && high == 1));
#else
  assert(!(low == 2 && high == 0));
#endif
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(m.half.low == 2 && m.half.high == 2);
}
