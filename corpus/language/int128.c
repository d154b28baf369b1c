// Numbers of 128 bits.
// case: => verified complete=1
#include <assert.h>
#include <stdint.h>
typedef unsigned __int128 u128;
typedef __int128 i128;
static u128 mul(uint64_t a, uint64_t b) {
  return (u128)a * b;
}
static u128 shared;
int main(void) {
  u128 p = mul(~0ull, ~0ull);
  assert((uint64_t)(p >> 64) == ~0ull - 1 && (uint64_t)p == 1);
  i128 n = -5;
  assert(n / 2 == -2 && n % 2 == -1 && (n >> 1) == -3 && n < 0);
  assert(p / 3 * 3 + p % 3 == p);
  assert((u128)1 << 100 > (u128)1 << 99);
  shared = p;
  shared += 1;
  assert(shared - 1 == p);
  volatile u128 v = shared;
  assert(v == shared);
  double d = (double)((u128)1 << 70);
  assert(d == 1180591620717411303424.0);
}
