// A spin lock from an atomic function and an assumption.
// case: => verified
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

static int lock, inside;

static void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(lock == 0);
  lock = 1;
}

static void __VERIFIER_atomic_release(void) { lock = 0; }

static void *visit(void *unused) {
  (void)unused;
  __VERIFIER_atomic_acquire();
  assert(inside == 0);
  inside = 1;
  inside = 0;
  __VERIFIER_atomic_release();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, visit, NULL);
  pthread_create(&t2, NULL, visit, NULL);
  return 0;
}
