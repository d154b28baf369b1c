// An assumption or a bound ends every execution, so that the assertion is never reached; it is if one execution ends.
// case: -- -DASSUME => inconclusive nothing-complete
// case: --unroll 2 -- -DLOOP => inconclusive nothing-complete
// case: --unroll 2 --model tso -- -DLOOP => inconclusive nothing-complete
// case: --unroll 2 --model ra -- -DLOOP => inconclusive nothing-complete
// case: --unroll 5 -- -DLOOP => verified
// case: -- -DSOME => verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);
static atomic_int x;

static void *work(void *argument) {
#ifdef LOOP
  for (int i = 0; i < 4; i++)
    x++;
#elif defined ASSUME
  __VERIFIER_assume(x == 2);
#elif defined SOME
  __VERIFIER_assume(x == 1);
#endif
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  x++;
  pthread_join(t, NULL);
  assert(x > 0);
  return 0;
}
