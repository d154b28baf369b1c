// The shape of SV-COMP's weaver programs: nondeterministic arrays, assumptions, parallel sums.
// case: => inconclusive
#include <pthread.h>
typedef unsigned int size_t2;
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void abort(void);
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
extern void reach_error(void);
int *A; int n, s1, s2;
extern void *malloc(unsigned long);
int *create_fresh_int_array(int size) {
  assume_abort_if_not(size >= 0);
  assume_abort_if_not(size <= (((size_t2)4294967295) / sizeof(int)));
  int *arr = (int *)malloc(sizeof(int) * (size_t2)size);
  for (int i = 0; i < size; i++) arr[i] = __VERIFIER_nondet_int();
  return arr;
}
int plus(int a, int b) { assume_abort_if_not(b >= 0 || a >= -2147483648 - b); assume_abort_if_not(b <= 0 || a <= 2147483647 - b); return a + b; }
void *one(void *_) { int i = 0; while (i < n) { __VERIFIER_atomic_begin(); s1 = plus(s1, A[i]); __VERIFIER_atomic_end(); i++; } return 0; }
void *two(void *_) { int i = 0; while (i < n) { __VERIFIER_atomic_begin(); s2 = plus(s2, A[i]); __VERIFIER_atomic_end(); i++; } return 0; }
int main() {
  pthread_t t1, t2;
  n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= 2);
  A = create_fresh_int_array(n);
  pthread_create(&t1, 0, one, 0);
  pthread_create(&t2, 0, two, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  assume_abort_if_not(s1 != s2);
  reach_error();
  return 0;
}
