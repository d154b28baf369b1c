// To call the error function is the error if it does nothing itself.
// case: => error assertion line=9
// case: -- -DFIXED => verified
// case: -- -DABORT => error abort line=7
#include <pthread.h>
#ifdef ABORT
void reach_error(void) { __builtin_abort(); }
#else
void reach_error(void) {}
#endif
static int x;
static void *increment(void *unused) {
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
#ifdef FIXED
  pthread_join(b, 0);
#endif
  if (x != 2)
    reach_error();
  return 0;
}
