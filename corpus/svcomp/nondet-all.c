// Inputs of every type; a correct program cannot be verified with samples.
// case: => inconclusive unsupported
// case: -- -DBUG => error assertion
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern void *__VERIFIER_nondet_pointer(void);
int main() {
  unsigned u = __VERIFIER_nondet_uint();
  assert(u + 1 > u || u == 0xffffffffu);
  unsigned char c = __VERIFIER_nondet_uchar();
  assert(c <= 255);
  unsigned short s = __VERIFIER_nondet_ushort();
  assert(s <= 65535);
  int i = __VERIFIER_nondet_int();
#ifdef BUG
  assert(i >= 0);
#endif
  return i & 1;
}
