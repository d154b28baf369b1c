// A hash table that looks at sixteen control bytes at once with SSE2. Two threads put different keys into one group; each finds
// a free slot, claims it with a compare-and-exchange of its control byte, and looks again if it was late.
// case: => verified
// case: --model tso => verified
// case: -- -DBUG => error assertion
#include <assert.h>
#include <emmintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
enum { EMPTY = 0x80, SIZE = 16 };
static _Alignas(16) _Atomic uint8_t control[SIZE];
static int keys[SIZE];
static unsigned matches(uint8_t byte) {
  __m128i group = _mm_load_si128((const __m128i *)control);
  return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(group, _mm_set1_epi8((char)byte)));
}
static void insert(int key) {
  for (;;) {
    unsigned empty = matches(EMPTY);
    assert(empty);
    int slot = __builtin_ctz(empty);
    uint8_t expected = EMPTY;
#ifdef BUG
    control[slot] = (uint8_t)(key & 0x7f);
#else
    if (!atomic_compare_exchange_strong(&control[slot], &expected, (uint8_t)(key & 0x7f)))
      continue;
#endif
    keys[slot] = key;
    return;
  }
}
static int count(int key) {
  int found = 0;
  for (unsigned m = matches((uint8_t)(key & 0x7f)); m; m &= m - 1)
    found += keys[__builtin_ctz(m)] == key;
  return found;
}
static void *body(void *unused) {
  insert(7);
  return unused;
}
int main(void) {
  pthread_t thread;
  for (int i = 0; i < SIZE; i++)
    control[i] = i < 2 ? EMPTY : 1;
  pthread_create(&thread, NULL, body, NULL);
  insert(9);
  pthread_join(thread, NULL);
  assert(count(7) == 1 && count(9) == 1 && matches(EMPTY) == 0);
}
