// Rounds that others can notice are run one by one: no verdict without a bound, and the right one with it.
// case: --timeout 2 => inconclusive
// case: --unroll 3 => verified
// case: --unroll 3 -- -DBUG => error assertion
// case: --model tso --unroll 3 => verified
// case: --model c11 --unroll 3 -- -DBUG => error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag, rounds;

static void *work(void *unused) {
#ifdef BUG
  assert(atomic_load(&rounds) < 2);
#endif
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  while (!atomic_load(&flag))
    atomic_fetch_add(&rounds, 1);
  pthread_join(thread, NULL);
  return 0;
}
