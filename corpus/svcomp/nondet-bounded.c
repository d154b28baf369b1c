// An input that is narrowed down to a few values: these are tried, and one for all others.
// case: => verified complete=2
// case: -- -DLIMIT=5 => error assertion
// case: -- -DINDEX => error out-of-bounds
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
#ifndef LIMIT
#define LIMIT 2
#endif
int table[4];
int main() {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < LIMIT);
  assert(n == 0 || n == 1);
#ifdef INDEX
  unsigned char i = __VERIFIER_nondet_uchar();
  if (i <= 4)
    table[i]++;
#endif
}
