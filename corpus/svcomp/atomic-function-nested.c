// __VERIFIER_atomic_ functions with arguments, results and a nested one.
// case: => verified complete=2
#include <pthread.h>
#include <assert.h>
int x;
int __VERIFIER_atomic_swap(int *p, int v) { int o = *p; *p = v; return o; }
void __VERIFIER_atomic_twice(void) { int a = __VERIFIER_atomic_swap(&x, 1); assert(a == 0 || a == 5); a = __VERIFIER_atomic_swap(&x, 3); assert(a == 1); }
void *t(void *_) { __VERIFIER_atomic_twice(); return 0; }
int main(void) {
  pthread_t p; pthread_create(&p, 0, t, 0);
  __VERIFIER_atomic_swap(&x, 5);
  pthread_join(p, 0);
  assert(x == 3 || x == 5);
}
