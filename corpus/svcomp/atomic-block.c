// Atomic blocks make the increments of two plain variables indivisible.
// case: => verified rf=unsupported
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *both(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  x++;
  y++;
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, both, NULL);
  pthread_create(&t2, NULL, both, NULL);
  __VERIFIER_atomic_begin();
  assert(x == y);
  __VERIFIER_atomic_end();
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(x == 2 && y == 2);
  return 0;
}
