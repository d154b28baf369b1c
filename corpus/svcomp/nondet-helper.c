// The range of an input is given in a function that returns it, by its own parameters: 8 values for an index; 199 remainders for a
// delay; and all of a byte.
// case: -- -DINDEX => verified complete=8
// case: --model c11 -- -DINDEX => verified complete=8
// case: -- -DINDEX -DSLOTS=7 => error out-of-bounds
// case: -- -DDELAY=99 => verified complete=199
// case: -- -DDELAY=98 => error assertion
// case: -- -DBYTE=256 => verified complete=256
// case: -- -DBYTE=255 => error assertion
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#ifndef SLOTS
#define SLOTS 8
#endif
static int slots[SLOTS];
static int between(int low, int high) {
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number >= low && number < high);
  return number;
}
static int pause_for(int rounds) {
  int done = 0;
  for (int i = 0; i < rounds; i++)
    done++;
  return done;
}
int main(void) {
#ifdef INDEX
  slots[between(0, 8)]++;
#endif
#ifdef DELAY
  assert(pause_for(__VERIFIER_nondet_int() % 100) <= DELAY);
#endif
#ifdef BYTE
  unsigned char byte = __VERIFIER_nondet_int();
  assert(byte + slots[0] != BYTE);
#endif
}
