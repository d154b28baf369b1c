// A lock as the competition writes it: an assumption within an atomic function. Orders in which the
// lock is taken are blocked, not wrong.
// case: => verified
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_assume(int);
int lock, inside;
void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(lock == 0);
  lock = 1;
}
void __VERIFIER_atomic_release(void) {
  __VERIFIER_assume(lock == 1);
  lock = 0;
}
void *t(void *a) {
  __VERIFIER_atomic_acquire();
  int v = inside;
  inside = v + 1;
  assert(inside == 1);
  inside = 0;
  __VERIFIER_atomic_release();
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
