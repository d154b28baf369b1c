// Every C11 operation on an atomic int16_t.
// case: => verified complete=1
// case: --model tso => verified complete=1
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic int16_t x = 10;

int main(void) {
  int16_t expected;
  assert(atomic_load(&x) == 10);
  atomic_store(&x, 12);
  assert(atomic_exchange(&x, 6) == 12);
  assert(atomic_fetch_add(&x, 5) == 6);
  assert(atomic_fetch_sub(&x, 1) == 11);
  assert(atomic_fetch_or(&x, 5) == 10);
  assert(atomic_fetch_and(&x, 6) == 15);
  assert(atomic_fetch_xor(&x, 3) == 6);
  assert(atomic_load(&x) == 5);
  expected = 4;
  assert(!atomic_compare_exchange_strong(&x, &expected, 9) && expected == 5);
  assert(atomic_compare_exchange_strong(&x, &expected, 9) && atomic_load(&x) == 9);
  expected = 9;
  while (!atomic_compare_exchange_weak(&x, &expected, 1))
    ;
  assert(++x == 2 && x++ == 2 && x-- == 3 && --x == 1);
  assert((x += 7) == 8 && (x -= 2) == 6 && (x |= 1) == 7 && (x &= 5) == 5 && (x ^= 4) == 1);
  assert((x *= 6) == 6 && (x /= 4) == 1 && (x <<= 3) == 8 && (x >>= 1) == 4);
  atomic_store(&x, INT16_MAX);
  assert(atomic_fetch_add(&x, 1) == INT16_MAX && atomic_load(&x) == INT16_MIN);
  assert(atomic_fetch_sub(&x, 1) == INT16_MIN && atomic_load(&x) == INT16_MAX);
  return 0;
}
