// An input of which only a remainder matters: -3 to 3.
// case: => verified complete=7
// case: -- -DBUG => error out-of-bounds
// case: -- -DBOTH => error assertion line=24
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int count[4];
static void *increment(void *argument) {
  count[*(int *)argument]++;
  return 0;
}
int main(void) {
  int at = __VERIFIER_nondet_int() % 4;
#ifndef BUG
  if (at < 0)
    at = -at;
#endif
#ifdef BOTH
  // 106 is the only one.
  unsigned number = __VERIFIER_nondet_uint();
  if (number > 100 && number < 107 && !(number & 1) && number % 3 == 1)
    assert(0);
#endif
  pthread_t thread;
  pthread_create(&thread, 0, increment, &at);
  pthread_join(thread, 0);
  assert(count[at] == 1);
  return 0;
}
