// Both values of a free boolean are tried, in both threads: one combination is wrong.
// case: => error assertion line=25
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

static atomic_int sum;

static void *choose(void *unused) {
  (void)unused;
  if (__VERIFIER_nondet_bool())
    atomic_fetch_add(&sum, 1);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, choose, NULL);
  pthread_create(&t2, NULL, choose, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&sum) < 2); // BUG
  return 0;
}
