// Threads that are said to be alike.
// case: => verified
// case: --model ra => verified
// case: --no-commute => verified complete=2
// case: -- -DBUG => error assertion
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *increment(void *unused) {
#ifdef BUG
  atomic_store(&x, atomic_load(&x) + 1);
#else
  atomic_fetch_add(&x, 1);
#endif
  return unused;
}
int main(void) {
  pthread_t first = __VERIFIER_spawn(increment, NULL);
  pthread_t second = __VERIFIER_spawn_symmetric(increment, NULL, first);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(x == 2);
}
