// One of the two increments is outside of the atomic block.
// case: => error assertion line=24
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *both(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
  y++;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, both, NULL);
  __VERIFIER_atomic_begin();
  assert(x == y); // BUG
  __VERIFIER_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
