// __thread, _Thread_local, extern and static, with initial values and addresses that differ.
// case: => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static __thread int a = 5;
_Thread_local long b[3] = {1, 2, 3};
static _Thread_local struct {
  char c;
  int *p;
} s;
static _Atomic(int *) seen;
static int next(void) {
  static __thread int n;
  return ++n;
}
static void *t(void *x) {
  assert(a == 5 && b[2] == 3 && !s.p && next() == 1);
  a = 6;
  b[2] = 9;
  s.p = &a;
  assert(*s.p == 6);
  int *other = atomic_exchange(&seen, &a);
  assert(other != &a);
  return x;
}
int main(void) {
  pthread_t x, y;
  a = 1;
  assert(next() == 1 && next() == 2);
  pthread_create(&x, 0, t, 0);
  pthread_create(&y, 0, t, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  assert(a == 1 && b[2] == 3);
}
