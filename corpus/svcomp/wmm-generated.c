// As tools generate them: every access in a section of its own, a counter instead of joins.
// case: => error assertion
// case: --model tso => error assertion
// case: --model pso => error assertion
// case: --model ra => error assertion
#include <pthread.h>
#include <stddef.h>
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error() {
  ((void)sizeof((0) ? 1 : 0), __extension__({
     if (0)
       ;
     else
       __assert_fail("0", "safe.c", 8, __extension__ __PRETTY_FUNCTION__);
   }));
}
extern _Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __unbuffered_p0_EAX = 0, __unbuffered_p1_EAX = 0, x = 0, y = 0;
_Bool main$tmp_guard0;
int __unbuffered_cnt = 0;
void *P0(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  __unbuffered_p0_EAX = y;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  __unbuffered_cnt = __unbuffered_cnt + 1;
  __VERIFIER_atomic_end();
  return 0;
}
void *P1(void *arg) {
  __VERIFIER_atomic_begin();
  y = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  __unbuffered_p1_EAX = x;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  __unbuffered_cnt = __unbuffered_cnt + 1;
  __VERIFIER_atomic_end();
  return 0;
}
void __VERIFIER_assert(int e) {
  if (!e) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
extern void __VERIFIER_assume(int);
int main() {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, P0, NULL);
  pthread_create(&t2, NULL, P1, NULL);
  __VERIFIER_atomic_begin();
  main$tmp_guard0 = __unbuffered_cnt == 2;
  __VERIFIER_atomic_end();
  __VERIFIER_assume(main$tmp_guard0);
  __VERIFIER_assert(!(__unbuffered_p0_EAX == 1 && __unbuffered_p1_EAX == 1));
  return 0;
}
