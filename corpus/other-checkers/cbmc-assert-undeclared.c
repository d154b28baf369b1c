// CBMC knows `assert` without its header.
// case: => error assertion line=13
// case: -- -DFIXED => verified
#include <pthread.h>
static int x;
static void *increment(void *unused) { __CPROVER_atomic_begin(); x++; __CPROVER_atomic_end(); return unused; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, increment, 0);
#ifdef FIXED
  pthread_join(a, 0);
#endif
  assert(x == 1);
  return 0;
}
